// When the person last did something. A console that keeps itself up to date while nobody is at it says so to the
// server, so that its session ends after an hour all the same.

const quietAfter = 60_000

let usedAt = 0

function used() {
  usedAt = Date.now()
}

if (typeof document !== 'undefined') {
  used()
  for (const type of ['pointerdown', 'pointermove', 'keydown', 'scroll', 'visibilitychange'])
    document.addEventListener(type, used, { passive: true, capture: true })
}

/** The header of a call that nobody has asked for. */
export function idleHeader(): Record<string, string> {
  return Date.now() - usedAt > quietAfter ? { 'X-Idle': '1' } : {}
}
