INSERT INTO gobridge_dead_letter (id, form, message_id, source_id, route_id, binding, address, category, code, reason,
  first_failure_at, last_failure_at, attempts, format, envelope, history)
VALUES (#, #, #, #, #, #, #, #, #, #, #, #, #, #, #, #)
