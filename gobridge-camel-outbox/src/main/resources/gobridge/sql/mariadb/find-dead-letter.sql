SELECT id, form, message_id, source_id, route_id, binding, address, category, code, reason, first_failure_at, last_failure_at,
  attempts, revision, format, envelope, history
FROM gobridge_dead_letter
WHERE id = #
