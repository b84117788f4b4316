import { describe, expect, it } from 'vitest'
import { headOf } from './head'
import type { Page } from './page'
import { readPageState } from './page-state'

const page: Page = { title: 'Terms & Conditions', description: 'Who may "join".', mode: 'rendered', sitemap: true }
const state = readPageState('{"config":{"siteUrl":"https://boardcircle.example"}}')

describe('the head of a page', () => {
  it('has the title and the canonical address', () => {
    const head = headOf(page, '/terms-conditions', state)
    expect(head).toContain('<title>Terms &amp; Conditions · Boardcircle</title>')
    expect(head).toContain('<link rel="canonical" href="https://boardcircle.example/terms-conditions">')
    expect(head).toContain('<meta property="og:image" content="https://boardcircle.example/og.png">')
    expect(head).not.toContain('noindex')
  })

  it('names the page in each language', () => {
    const languages = [
      { code: 'en', locale: 'en-IN' },
      { code: 'hi', locale: 'hi-IN' },
    ]
    const config = { siteUrl: 'https://boardcircle.example', languages }
    const inHindi = readPageState(JSON.stringify({ config, texts: { site: { language: 'hi', texts: {} } } }))
    const head = headOf(page, '/terms-conditions', inHindi)
    expect(head).toContain('<link rel="canonical" href="https://boardcircle.example/hi/terms-conditions">')
    expect(head).toContain('hreflang="hi" href="https://boardcircle.example/hi/terms-conditions"')
    expect(head).toContain('hreflang="en" href="https://boardcircle.example/terms-conditions"')
    expect(head).toContain('hreflang="x-default" href="https://boardcircle.example/terms-conditions"')
    expect(head).toContain('<meta property="og:locale" content="hi_IN">')
    expect(headOf(page, '/', inHindi)).toContain('<link rel="canonical" href="https://boardcircle.example/hi">')
    expect(headOf({ ...page, sitemap: false }, '/renew', inHindi)).not.toContain('hreflang')
    expect(headOf(page, '/', state)).not.toContain('hreflang')
  })

  it('escapes the description', () => {
    expect(headOf(page, '/terms-conditions', state)).toContain('content="Who may &quot;join&quot;."')
  })

  it('tells search engines not to index a page that is not in the sitemap', () => {
    const head = headOf({ ...page, sitemap: false }, '/admin', state)
    expect(head).toContain('<meta name="robots" content="noindex">')
    expect(head).not.toContain('canonical')
  })

  it('escapes the texts of the console, so that they cannot close the script element', () => {
    const landing = {
      texts: { 'faq.cards.who.question': 'Who?', 'faq.cards.who.answer': '</script><script>alert(1)</script>' },
      lists: { 'faq.cards': ['who'] },
    }
    const head = headOf(page, '/', readPageState(JSON.stringify({ texts: { landing } })))
    expect(head).toContain('FAQPage')
    expect(head).not.toContain('<script>alert')
  })
})

describe("the page's state", () => {
  it('is empty if the server has not filled it in', () => {
    expect(readPageState('<!--state-->')).toEqual({})
    expect(readPageState('')).toEqual({})
    expect(readPageState(undefined)).toEqual({})
    expect(readPageState('null')).toEqual({})
  })
})
