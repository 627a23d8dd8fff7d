package io.gobridge.camel;

import java.util.stream.Stream;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

import static org.assertj.core.api.Assertions.assertThat;

/** Holds the house to its rules; and each rule to a canary, a class that breaks it and nothing else. */
class ArchitectureTest {

    private static final HouseRules HOUSE = new HouseRules("io.gobridge.camel");

    private static final HouseRules CANARY = new HouseRules("canary");

    private static final JavaClasses HOUSE_CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS).importPackages(HOUSE.root());

    private static final JavaClasses CANARY_CLASSES = new ClassFileImporter().importPackages(CANARY.root());

    @TestFactory
    Stream<DynamicTest> theHouseKeepsItsRules() {
        return allOf(HOUSE).map(rule -> DynamicTest.dynamicTest(rule.getDescription(), () -> rule.check(HOUSE_CLASSES)));
    }

    @Test
    void shouldSeeTheHouse() {
        assertThat(HOUSE_CLASSES).isNotEmpty();
    }

    @Test
    void shouldFindACycle() {
        assertThat(broken(CANARY.noCycles())).contains("canary.conditions.LooksBack", "canary.routing.LooksAhead");
    }

    @Test
    void shouldFindAnImportOfTheWrongWay() {
        assertThat(broken(CANARY.importsGoTheAllowedWay()))
                .contains("canary.conditions.LooksBack", "canary.transport.memory.LooksAside")
                .doesNotContain("<canary.routing.LooksAhead.", "<canary.transport.sqs.GoodTransport.");
    }

    @Test
    void shouldFindCamelInAPlainPackage() {
        assertThat(broken(CANARY.noCamelInPlainPackages()))
                .contains("canary.envelope.KnowsCamel")
                .doesNotContain("canary.transport.sqs.GoodTransport");
    }

    @Test
    void shouldFindAnSdkOutsideItsTransport() {
        String found = broken(CANARY.sdksStayInTheirTransport().toArray(ArchRule[]::new));

        assertThat(found).contains("canary.delivery.KnowsSqs").doesNotContain("canary.transport.sqs.GoodTransport");
    }

    @Test
    void shouldFindAPackageThatSaysNothing() {
        assertThat(broken(CANARY.packagesSaySomething()))
                .contains("canary.util.Anything").doesNotContain("canary.envelope");
    }

    @Test
    void shouldFindAPublicPartOfATransport() {
        assertThat(broken(CANARY.transportsKeepTheirPartsPrivate()))
                .contains("canary.transport.sqs.PublicPart")
                .doesNotContain("GoodTransport", "LooksAside", "canary.transport.Transport");
    }

    private static Stream<ArchRule> allOf(HouseRules rules) {
        return Stream.concat(rules.sdksStayInTheirTransport(),
                Stream.of(rules.noCycles(), rules.importsGoTheAllowedWay(), rules.noCamelInPlainPackages(),
                        rules.packagesSaySomething(), rules.transportsKeepTheirPartsPrivate()));
    }

    private static String broken(ArchRule... rules) {
        StringBuilder found = new StringBuilder();
        for (ArchRule rule : rules) {
            rule.evaluate(CANARY_CLASSES).getFailureReport().getDetails()
                    .forEach(detail -> found.append(detail).append('\n'));
        }
        return found.toString();
    }
}
