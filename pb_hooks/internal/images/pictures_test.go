package images

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"net/http/httptest"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/pocketbase/pocketbase/core"
)

func encodeJPEG(t *testing.T, picture image.Image) []byte {
	t.Helper()
	var file bytes.Buffer
	if err := jpeg.Encode(&file, picture, nil); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

func encodePNG(t *testing.T, picture image.Image) []byte {
	t.Helper()
	var file bytes.Buffer
	if err := png.Encode(&file, picture); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

// markRGB renames the components of a JPEG, so that the decoder takes them for red, green and blue.
func markRGB(file []byte) []byte {
	for _, segment := range []struct {
		marker           byte
		first, component int // the offset of the first component, and the bytes of each
	}{{0xc0, 10, 3}, {0xda, 5, 2}} {
		at := bytes.Index(file, []byte{0xff, segment.marker}) + segment.first
		for i, name := range []byte("RGB") {
			file[at+i*segment.component] = name
		}
	}
	return file
}

// Processing a picture uses no more memory than it reserves. The test runs alone, because it measures the whole
// process.
func TestAPictureUsesNoMoreMemoryThanItReserves(t *testing.T) {
	translucent := image.NewNRGBA(image.Rect(0, 0, 4900, 4900))
	translucent.SetNRGBA(0, 0, color.NRGBA{A: 1})
	deep := image.NewNRGBA64(image.Rect(0, 0, 3500, 3500))
	deep.SetNRGBA64(0, 0, color.NRGBA64{A: 1})
	for name, file := range map[string][]byte{
		"a JPEG of 24 megapixels": encodeJPEG(t, image.NewYCbCr(image.Rect(0, 0, 6000, 4000), image.YCbCrSubsampleRatio420)),
		"a PNG of 24 megapixels":  encodePNG(t, translucent),
		"a PNG of 16 bits":        encodePNG(t, deep),
		"a small PNG":             encodePNG(t, image.NewNRGBA(image.Rect(0, 0, 300, 300))),
		"a JPEG in RGB": markRGB(encodeJPEG(t, image.NewYCbCr(image.Rect(0, 0, 5000, 3600),
			image.YCbCrSubsampleRatio420))),
	} {
		kind := "png"
		if strings.HasPrefix(name, "a JPEG") {
			kind = "jpeg"
		}
		size, err := imageFormats[kind].config(bytes.NewReader(file))
		if err != nil {
			t.Fatal(err)
		}
		cost, err := decodeCost(kind, file, size)
		if err != nil {
			t.Fatalf("%s is refused: %v", name, err)
		}
		runtime.GC()
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		if _, err := Process(t.Context(), file, Shape{MaxSide: 2000}); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		runtime.ReadMemStats(&after)
		const encoders = 2 << 20
		if allocated := int64(after.TotalAlloc - before.TotalAlloc); allocated > cost+encoders {
			t.Errorf("%s allocates %d MB but reserves only %d", name, allocated>>20, cost>>20)
		}
	}
}

func TestAPictureWaitsForMemoryUntilItsRequestEnds(t *testing.T) {
	file := encodePNG(t, image.NewNRGBA(image.Rect(0, 0, 300, 300)))
	release, err := reserveMemory(t.Context(), maxTotalMemory)
	if err != nil {
		t.Fatal(err)
	}
	synctest.Test(t, func(t *testing.T) {
		expectWait := func(ctx context.Context, want time.Duration, wantErr error) {
			t.Helper()
			before := time.Now()
			_, err := Process(ctx, file, Shape{MaxSide: 100})
			if waited := time.Since(before); !errors.Is(err, wantErr) || waited != want {
				t.Errorf("while the memory is reserved: %v after %s, want %v after %s", err, waited, wantErr, want)
			}
		}
		ctx, cancel := context.WithTimeout(t.Context(), maxWait/2)
		defer cancel()
		expectWait(ctx, maxWait/2, context.DeadlineExceeded)
		expectWait(t.Context(), maxWait, ErrBusy)
	})
	release()
	if _, err := Process(t.Context(), file, Shape{MaxSide: 100}); err != nil {
		t.Errorf("when the memory is free again: %v", err)
	}
}

func TestNoThumbnailIsCreated(t *testing.T) {
	e := &core.RequestEvent{}
	e.Request = httptest.NewRequest("GET", "/api/files/seats/a/photo.jpg?thumb=100x100&token=t", nil)
	if err := ServeOriginals(e); err != nil || e.Request.URL.RawQuery != "token=t" {
		t.Errorf("err = %v, query = %q, want token=t", err, e.Request.URL.RawQuery)
	}
}
