# The image is the binary alone: npm run build && docker build --tag boardcircle .
# The binary has the time zones and root certificates that it needs, so there is no libc, no shell and no package.
FROM scratch
COPY boardcircle /
# Empty /pb_data and /tmp, which belong to the user that the server runs as.
COPY --chown=65532:65532 .ci/image/ /
USER 65532:65532
VOLUME /pb_data
EXPOSE 8090
HEALTHCHECK --interval=30s --timeout=5s --start-period=10s CMD ["/boardcircle", "health", "--http=127.0.0.1:8090"]
ENTRYPOINT ["/boardcircle"]
CMD ["serve", "--http=0.0.0.0:8090", "--dir=/pb_data"]
