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
