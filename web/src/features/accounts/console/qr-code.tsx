import type { QR } from '@/lib/generated'

// The rim of four light modules that readers look for.
const rim = 4

/** A QR code; always dark on light, whatever the theme, for cameras want it so. */
export function QrCode({ qr, label }: { qr: QR; label: string }) {
  const side = qr.size + 2 * rim
  return (
    <svg
      viewBox={`${-rim} ${-rim} ${side} ${side}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
      className="size-56 border border-base-300 bg-white"
    >
      <path d={qr.path} className="fill-black" />
    </svg>
  )
}
