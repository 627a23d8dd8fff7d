/** Files to Service Bus and back. Start at {@link io.gobridge.example.files.FilesOverServiceBus}. */
package io.gobridge.example.files;
