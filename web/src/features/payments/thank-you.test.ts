import { expect, test } from 'vitest'
import type { Mine } from '@/lib/generated'
import { hasJustPaid } from './thank-you-page'

const now = new Date('2026-11-22T12:00:00Z')

function paidAt(status: string, processedAt: string): Mine {
  return { transactions: [{ status, processedAt }] } as unknown as Mine
}

test('Only a payment of the last hour is thanked for', () => {
  expect(hasJustPaid(paidAt('completed', '2026-11-22T11:30:00.000Z'), now)).toBe(true)
  expect(hasJustPaid(paidAt('completed', '2026-11-22T10:30:00.000Z'), now)).toBe(false)
  expect(hasJustPaid(paidAt('failed', '2026-11-22T11:30:00.000Z'), now)).toBe(false)
  expect(hasJustPaid(paidAt('pending', ''), now)).toBe(false)
  expect(hasJustPaid(undefined, now)).toBe(false)
})
