package canary.transport;

/** Right: stands for the SPI. */
public interface Transport {
}
