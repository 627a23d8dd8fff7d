package io.gobridge.camel.processors;

import java.util.stream.Stream;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

import static org.assertj.core.api.Assertions.assertThat;

/** Holds the steps to their rules; and each rule to a canary, a class that breaks it and nothing else. */
class ArchitectureTest {

    private static final StepRules STEPS = new StepRules("io.gobridge.camel");

    private static final StepRules CANARY = new StepRules("canary");

    private static final JavaClasses STEP_CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS).importPackages(STEPS.processors());

    private static final JavaClasses CANARY_CLASSES = new ClassFileImporter().importPackages(CANARY.root());

    @TestFactory
    Stream<DynamicTest> theStepsKeepTheirRules() {
        return STEPS.all().map(rule -> DynamicTest.dynamicTest(rule.getDescription(), () -> rule.check(STEP_CLASSES)));
    }

    @Test
    void shouldSeeTheSteps() {
        assertThat(STEP_CLASSES).isNotEmpty();
    }

    @Test
    void shouldFindAStepThatKnowsAnother() {
        assertThat(broken(CANARY.stepsDoNotKnowEachOther()))
                .contains("canary.processors.filter.KnowsTransform").doesNotContain("canary.processors.tenant");
    }

    @Test
    void shouldFindAnImportBeyondTheComponent() {
        assertThat(broken(CANARY.stepsKnowTheComponentOnly()))
                .contains("canary.processors.tenant.KnowsOutbox").doesNotContain("KnowsTransform");
    }

    @Test
    void shouldFindAStepThatParsesByItself() {
        assertThat(broken(CANARY.stepsShareOneParse()))
                .contains("canary.processors.transform.ParsesItself", "JsonPayload.of(").doesNotContain("KnowsTransform");
    }

    @Test
    void shouldFindAnotherStepThatKnowsResilience4j() {
        assertThat(broken(CANARY.onlyTheBreakerCounts())).contains("canary.processors.transform.CountsFailures")
                .doesNotContain("ParsesItself");
    }

    @Test
    void shouldFindAPackageThatSaysNothing() {
        assertThat(broken(CANARY.packagesSaySomething())).contains("canary.processors.util.Anything")
                .doesNotContain("canary.processors.filter");
    }

    private static String broken(ArchRule rule) {
        return String.join("\n", rule.evaluate(CANARY_CLASSES).getFailureReport().getDetails());
    }
}
