package io.gobridge.camel.testkit.outbox.crash;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.EnumSet;
import java.util.Set;

import javax.sql.DataSource;

import org.springframework.jdbc.datasource.DelegatingDataSource;

/**
 * Knows what the outbox does by its statements: comes to the gate around those that matter and around their commits,
 * and counts fences that found no lease.
 */
final class WatchedDataSource extends DelegatingDataSource {

    private final Gate gate;
    private final Runnable refused;

    /** @param refused runs when a fence found no lease: the token is stale */
    WatchedDataSource(DataSource dataSource, Gate gate, Runnable refused) {
        super(dataSource);
        this.gate = gate;
        this.refused = refused;
    }

    @Override
    public Connection getConnection() throws SQLException {
        return proxy(Connection.class, new Watched(super.getConnection()));
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(WatchedDataSource.class.getClassLoader(), new Class<?>[] { type }, handler));
    }

    private static Object call(Object target, Method method, Object[] arguments) throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    /** Work that a transaction does before it commits, in the order in which a cycle does it. */
    private enum Work {

        PERSIST("INSERT INTO gobridge_outbox (", CrashPoint.PERSIST_BEFORE_COMMIT, CrashPoint.PERSIST_AFTER_COMMIT),
        COMPLETE("DELETE FROM gobridge_outbox ", CrashPoint.COMPLETE_BEFORE_COMMIT, CrashPoint.COMPLETE_AFTER_COMMIT),
        REPLAY("UPDATE gobridge_outbox", CrashPoint.REPLAY_BEFORE_COMMIT, CrashPoint.REPLAY_AFTER_COMMIT),
        CLAIM("SELECT seq", CrashPoint.CLAIM_BEFORE_COMMIT, CrashPoint.CLAIM_AFTER_COMMIT);

        private final String begin;
        private final CrashPoint beforeCommit;
        private final CrashPoint afterCommit;

        Work(String begin, CrashPoint beforeCommit, CrashPoint afterCommit) {
            this.begin = begin;
            this.beforeCommit = beforeCommit;
            this.afterCommit = afterCommit;
        }
    }

    /** One connection; it forgets at each commit what was done. */
    private final class Watched implements InvocationHandler {

        private final Connection connection;
        private final Set<Work> done = EnumSet.noneOf(Work.class);

        private Watched(Connection connection) {
            this.connection = connection;
        }

        @Override
        public Object invoke(Object self, Method method, Object[] arguments) throws Throwable {
            return switch (method.getName()) {
                case "prepareStatement" -> prepared((String) arguments[0], call(connection, method, arguments));
                case "commit" -> commit(method);
                default -> call(connection, method, arguments);
            };
        }

        private Object prepared(String sql, Object statement) {
            for (Work work : Work.values()) {
                if (sql.startsWith(work.begin)) {
                    done.add(work);
                }
            }
            if (sql.contains("version = version + 1")) {
                return around(statement, CrashPoint.TAKEOVER_BEFORE_ACQUIRE, CrashPoint.TAKEOVER_AFTER_ACQUIRE);
            } else if (sql.contains("owner = ''")) {
                return around(statement, CrashPoint.SHUTDOWN_BEFORE_RELEASE, CrashPoint.SHUTDOWN_AFTER_RELEASE);
            } else if (sql.startsWith("DELETE FROM gobridge_outbox_seen")) {
                return around(statement, CrashPoint.HOUSEKEEPING_BEFORE_DELETE, CrashPoint.HOUSEKEEPING_AFTER_DELETE);
            } else if (sql.startsWith("UPDATE gobridge_lease SET expires_at")) {
                return proxy(PreparedStatement.class, (self, method, arguments) -> fenced(statement, method, arguments));
            }
            return statement;
        }

        private Object around(Object statement, CrashPoint before, CrashPoint after) {
            return proxy(PreparedStatement.class, (self, method, arguments) -> {
                if (!method.getName().startsWith("execute")) {
                    return call(statement, method, arguments);
                }
                gate.at(before);
                Object result = call(statement, method, arguments);
                boolean wasTooLate = after == CrashPoint.TAKEOVER_AFTER_ACQUIRE && Integer.valueOf(0).equals(result);
                if (!wasTooLate) {
                    gate.at(after);
                }
                return result;
            });
        }

        private Object fenced(Object statement, Method method, Object[] arguments) throws Throwable {
            Object result = call(statement, method, arguments);
            if (method.getName().equals("getUpdateCount") && Integer.valueOf(0).equals(result)) {
                refused.run();
            }
            return result;
        }

        private Object commit(Method method) throws Throwable {
            done.forEach(work -> gate.at(work.beforeCommit));
            call(connection, method, null);
            done.forEach(work -> gate.at(work.afterCommit));
            done.clear();
            return null;
        }
    }
}
