package io.gobridge.camel.outbox.crash;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

import javax.sql.DataSource;

import org.springframework.jdbc.datasource.DelegatingDataSource;

/** Kills the process around the commits of the outbox's transactions, which it knows by their statements. */
final class KillingDataSource extends DelegatingDataSource {

    private final Killer killer;

    KillingDataSource(DataSource dataSource, Killer killer) {
        super(dataSource);
        this.killer = killer;
    }

    @Override
    public Connection getConnection() throws SQLException {
        return proxy(Connection.class, new Watched(super.getConnection()));
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(KillingDataSource.class.getClassLoader(), new Class<?>[] { type }, handler));
    }

    private static Object call(Object target, Method method, Object[] arguments) throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    /** One connection; it forgets at each commit what was done. */
    private final class Watched implements InvocationHandler {

        private final Connection connection;
        private boolean persists;
        private boolean claims;
        private boolean completes;

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
            persists |= sql.contains("INSERT INTO gobridge_outbox (");
            claims |= sql.startsWith("SELECT seq");
            completes |= sql.startsWith("DELETE FROM gobridge_outbox ");
            boolean acquires = sql.contains("version = version + 1");
            boolean releases = sql.contains("owner = ''");
            return acquires || releases
                    ? proxy(PreparedStatement.class, (self, method, arguments) -> run(method, arguments, statement, releases))
                    : statement;
        }

        private Object run(Method method, Object[] arguments, Object statement, boolean releases) throws Throwable {
            boolean executes = method.getName().startsWith("execute");
            if (executes && releases) {
                killer.at(CrashPoint.SHUTDOWN);
            }
            Object result = call(statement, method, arguments);
            if (executes && !releases && Integer.valueOf(1).equals(result)) {
                killer.at(CrashPoint.TAKEOVER);
            }
            return result;
        }

        private Object commit(Method method) throws Throwable {
            at(persists, CrashPoint.PERSIST_BEFORE_COMMIT);
            at(claims, CrashPoint.CLAIM_BEFORE_COMMIT);
            at(completes, CrashPoint.COMPLETE_BEFORE_COMMIT);
            call(connection, method, null);
            at(persists, CrashPoint.PERSIST_AFTER_COMMIT);
            at(completes, CrashPoint.COMPLETE_AFTER_COMMIT);
            at(claims, CrashPoint.CLAIM_AFTER_COMMIT);
            persists = false;
            claims = false;
            completes = false;
            return null;
        }

        private void at(boolean isReached, CrashPoint point) {
            if (isReached) {
                killer.at(point);
            }
        }
    }
}
