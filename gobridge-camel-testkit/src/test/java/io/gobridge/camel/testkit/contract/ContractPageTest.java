package io.gobridge.camel.testkit.contract;

import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Keeps the page of the contract complete: every rule has a test, and every test is named there. */
class ContractPageTest {

    private static final String PREFIX = "required_";

    @Test
    void shouldNameEveryTestOfTheContract() throws IOException {
        String page = Files.readString(Path.of("..", "docs", "delivery-contract.md"));

        assertThat(tests()).isNotEmpty().allSatisfy(test -> assertThat(page).contains("`" + test + "`"));
    }

    @Test
    void shouldHaveATestForEveryRule() throws IOException {
        List<String> tests = tests();
        String lostLock = Arrays.toString(LostLockTest.class.getDeclaredMethods());

        assertThat(IntStream.rangeClosed(1, 19).mapToObj(n -> String.format("D%02d_", n)))
                .allMatch(rule -> tests.stream().anyMatch(test -> test.startsWith(rule)) || lostLock.contains(rule));
    }

    private static List<String> tests() {
        return Arrays.stream(DeliveryContract.class.getMethods()).map(Method::getName).filter(name -> name.startsWith(PREFIX))
                .map(name -> name.substring(PREFIX.length())).distinct().toList();
    }
}
