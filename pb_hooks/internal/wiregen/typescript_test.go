package main

import (
	"bytes"
	"os"
	"testing"
)

func TestGeneratedModuleIsUpToDate(t *testing.T) {
	t.Parallel()
	have, err := os.ReadFile("../../../web/src/lib/generated.ts")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(have, generate()) {
		t.Fatal("web/src/lib/generated.ts is stale: run go generate ./pb_hooks/...")
	}
}

func TestGeneratedBooleansAreUpToDate(t *testing.T) {
	t.Parallel()
	have, err := os.ReadFile("../../../web/src/lib/boolean-fields.ts")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(have, generateBooleans()) {
		t.Fatal("web/src/lib/boolean-fields.ts is stale: run go generate ./pb_hooks/...")
	}
}

func TestGeneratedAPISchemaIsUpToDate(t *testing.T) {
	t.Parallel()
	have, err := os.ReadFile("../../../web/src/lib/api-schema.d.ts")
	if err != nil {
		t.Fatal(err)
	}
	if _, header := encode(clientDocument(readDocument())); !bytes.HasPrefix(have, []byte(header)) {
		t.Fatal("web/src/lib/api-schema.d.ts is stale: run go generate ./pb_hooks/...")
	}
}
