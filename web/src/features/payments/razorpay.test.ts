// @vitest-environment jsdom
import { afterEach, describe, expect, it } from 'vitest'
import { loadRazorpay, type Razorpay } from './razorpay'

const scripts = () => [...document.head.querySelectorAll<HTMLScriptElement>('script[src="/checkout.js"]')]

describe('the checkout script', () => {
  afterEach(() => {
    window.Razorpay = undefined
    for (const script of scripts()) script.remove()
  })

  it('is fetched once for all callers', async () => {
    const both = [loadRazorpay('/checkout.js'), loadRazorpay('/checkout.js')]
    expect(scripts()).toHaveLength(1)
    window.Razorpay = class {} as unknown as Razorpay
    scripts()[0]?.dispatchEvent(new Event('load'))
    expect(await Promise.all(both)).toEqual([window.Razorpay, window.Razorpay])
    expect(await loadRazorpay('/checkout.js')).toBe(window.Razorpay)
    expect(scripts()).toHaveLength(1)
  })

  it.each(['error', 'load'])('is fetched again after it did not define Razorpay (%s)', async (event) => {
    const first = loadRazorpay('/checkout.js')
    scripts()[0]?.dispatchEvent(new Event(event))
    await expect(first).rejects.toThrow()
    expect(scripts()).toHaveLength(0)
    const second = loadRazorpay('/checkout.js')
    window.Razorpay = class {} as unknown as Razorpay
    scripts()[0]?.dispatchEvent(new Event('load'))
    expect(await second).toBe(window.Razorpay)
  })
})
