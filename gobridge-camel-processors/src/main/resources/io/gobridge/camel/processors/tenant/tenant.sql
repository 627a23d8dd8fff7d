-- The tenants that SqlTenantValidator knows. A limit that is null is none.
CREATE TABLE gobridge_tenant (
  tenant_id         VARCHAR(255) NOT NULL PRIMARY KEY,
  active            BOOLEAN      NOT NULL,
  max_message_bytes BIGINT,
  max_in_flight     BIGINT,
  max_rate          BIGINT
);
