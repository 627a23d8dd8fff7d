package io.gobridge.example.tenants;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Runs the example in each of its languages. */
class TenantOrdersTest {

    private static final String TABLE = """
              order     tenant  ended                target     as
              acme-1    acme    completed            warehouse  {"order":"acme-1","article":"valve","count":2,"kg":4.50}
              acme-2    acme    completed            warehouse  {"order":"acme-2","article":"pump","count":1,"kg":38}
              globex-1  globex  completed, filtered  warehouse  {"order":"globex-1","article":"seal","count":12,"kg":0.80}
              acme-3    acme    completed            warehouse  {"order":"acme-3","article":"valve","count":4,"kg":9.00}
              acme-4    acme    completed            freight    {"order":"acme-4","article":"turbine","count":1,"kg":1200}
              acme-5    acme    completed            warehouse  {"order":"acme-5","article":"seal","count":3,"kg":0.20}
              acme-6    acme    completed            warehouse  {"order":"acme-6","article":"hose","count":1,"kg":0.30}
              globex-2  globex  completed            freight    {"order":"globex-2","article":"boiler","count":1,"kg":310.5}
              globex-3  globex  completed            warehouse  {"order":"globex-3","article":"pump","count":2,"kg":76}
              globex-4  globex  completed            warehouse  {"order":"globex-4","article":"valve","count":1,"kg":2.25}
              globex-5  globex  completed            warehouse  {"order":"globex-5","article":"hose","count":9,"kg":2.70}
              globex-6  globex  completed            warehouse  {"order":"globex-6","article":"seal","count":1,"kg":0.07}
            ledger: receipts=13 completed=12 filtered=1 expired=0 dead_lettered=0 dropped=0 returned=0 in_flight=0 balanced=true
            """;

    @ParameterizedTest
    @EnumSource
    void shouldBringEachOrderOnceToItsTargetThroughQuotaAndOutage(Language language) throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();

        List<Outcome> outcomes = new TenantOrders(new PrintStream(out, true, StandardCharsets.UTF_8), language).run();

        assertThat(outcomes).hasSize(12);
        assertThat(out.toString(StandardCharsets.UTF_8))
                .containsPattern("9 of 9 orders settled; acme was over its quota [1-9]")
                .contains("the breaker is open: 4 orders stay at the shop, 0 dead letters")
                .endsWith(TABLE);
    }
}
