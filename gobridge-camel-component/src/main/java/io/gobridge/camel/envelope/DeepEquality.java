package io.gobridge.camel.envelope;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Compares header values: byte arrays by content, at any depth. */
final class DeepEquality {

    private DeepEquality() {
    }

    static boolean equal(Object left, Object right) {
        if (left instanceof byte[] leftBytes && right instanceof byte[] rightBytes) {
            return Arrays.equals(leftBytes, rightBytes);
        }
        if (left instanceof List<?> leftList && right instanceof List<?> rightList) {
            return equalLists(leftList, rightList);
        }
        if (left instanceof Map<?, ?> leftMap && right instanceof Map<?, ?> rightMap) {
            return equalMaps(leftMap, rightMap);
        }
        return Objects.equals(left, right);
    }

    private static boolean equalLists(List<?> left, List<?> right) {
        if (left.size() != right.size()) {
            return false;
        }
        for (int i = 0; i < left.size(); i++) {
            if (!equal(left.get(i), right.get(i))) {
                return false;
            }
        }
        return true;
    }

    private static boolean equalMaps(Map<?, ?> left, Map<?, ?> right) {
        return left.keySet().equals(right.keySet())
                && left.entrySet().stream().allMatch(entry -> equal(entry.getValue(), right.get(entry.getKey())));
    }
}
