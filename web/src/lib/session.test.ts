import { describe, expect, it } from 'vitest'
import type { SessionUser } from '@/lib/generated'
import { isAdmin } from './session'
import { hasSessionHint } from './session-hint'

describe('the session', () => {
  it('is asked for only where the companion of its cookie is there', () => {
    expect(hasSessionHint('')).toBe(false)
    expect(hasSessionHint('theme=ink; signed_in=1')).toBe(true)
    expect(hasSessionHint('not_signed_in=1')).toBe(false)
  })

  it('belongs to an admin only by the text "true"', () => {
    expect(isAdmin(null)).toBe(false)
    expect(isAdmin({ isAdmin: 'false' } as SessionUser)).toBe(false)
    expect(isAdmin({ isAdmin: 'true' } as SessionUser)).toBe(true)
  })
})
