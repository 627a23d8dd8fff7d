package io.gobridge.camel.outbox;

import java.util.List;
import java.util.stream.Stream;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

import static org.assertj.core.api.Assertions.assertThat;

/** Holds the outbox to its rules; and the rules to a canary, a class that breaks one. */
class ArchitectureTest {

    private static final OutboxRules OUTBOX = new OutboxRules("io.gobridge.camel.outbox");

    private static final OutboxRules CANARY = new OutboxRules("canary.outbox");

    private static final JavaClasses OUTBOX_CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS).importPackages(OUTBOX.root());

    private static final JavaClasses CANARY_CLASSES = new ClassFileImporter().importPackages(CANARY.root());

    @TestFactory
    Stream<DynamicTest> theOutboxKeepsItsRules() {
        return OUTBOX.importsGoTheAllowedWay()
                .map(rule -> DynamicTest.dynamicTest(rule.getDescription(), () -> rule.check(OUTBOX_CLASSES)));
    }

    @Test
    void shouldSeeTheOutbox() {
        assertThat(OUTBOX_CLASSES).isNotEmpty();
    }

    @Test
    void shouldFindAnImportOfTheWrongWay() {
        List<String> found = CANARY.importsGoTheAllowedWay()
                .flatMap(rule -> rule.evaluate(CANARY_CLASSES).getFailureReport().getDetails().stream()).toList();

        assertThat(String.join("\n", found)).contains("canary.outbox.lease.KnowsRows").doesNotContain("SendsRows");
    }
}
