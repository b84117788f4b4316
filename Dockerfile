# The web app, built where Node is; only its files go on.
FROM node:22-bookworm-slim@sha256:43ac6c60b8f89723f746e8a92ce91abd5017e627ce1ddfe4238355d3a30b772c AS web
WORKDIR /src
COPY package.json package-lock.json .npmrc ./
RUN npm ci --include=dev --no-fund --no-audit
COPY .ci ./.ci
COPY web ./web
RUN node --input-type=module -e "import { buildWeb } from './.ci/build-steps.mjs'; process.exit(await buildWeb())"

# The binary, with the web app inside and nothing outside: no libc, no Node, no shell.
FROM golang:1.26-bookworm@sha256:a688600ca24f8a4d3ca77f95b0dd40704a9fc787c826660eb7ba0b641b8b175d AS binary
# go.mod names a toolchain with the newest fixes, which may be newer than the image
ENV GOTOOLCHAIN=auto
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY pb ./pb
COPY pb_hooks ./pb_hooks
COPY pb_migrations ./pb_migrations
COPY web/embed.go ./web/
COPY --from=web /src/web/dist ./web/dist
ARG VERSION=
ARG COMMIT=
RUN CGO_ENABLED=0 go build -trimpath -ldflags="-s -w -X main.version=${VERSION} -X main.commit=${COMMIT}" -o /boardcircle ./pb
# scratch has no mkdir: the data directory is made here, for the user that the server runs as
RUN mkdir -p /empty/pb_data /empty/tmp && chown -R 65532:65532 /empty

FROM scratch
COPY --from=binary /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/
COPY --from=binary --chown=65532:65532 /empty/ /
COPY --from=binary /boardcircle /boardcircle
USER 65532:65532
VOLUME /pb_data
EXPOSE 8090
HEALTHCHECK --interval=30s --timeout=5s --start-period=10s CMD ["/boardcircle", "health", "--http=127.0.0.1:8090"]
ENTRYPOINT ["/boardcircle"]
CMD ["serve", "--http=0.0.0.0:8090", "--dir=/pb_data"]
