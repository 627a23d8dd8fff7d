SELECT seq, id, form, message_id, source_id, route_id, binding, address, category, code, reason, first_failure_at, last_failure_at,
  attempts, revision
FROM gobridge_dead_letter
WHERE seq > # AND last_failure_at >= # AND last_failure_at < # AND (# = '' OR route_id = #) AND (# = '' OR category = #)
ORDER BY seq
LIMIT #
