import { describe, expect, it } from 'vitest'
import { headOf } from './head'
import type { Page } from './page'
import { readPageState } from './page-state'

const page: Page = { title: 'Terms & Conditions', mode: 'rendered', sitemap: true }
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

  it('tells search engines not to index a page that is not in the sitemap', () => {
    const head = headOf({ ...page, sitemap: false }, '/admin', state)
    expect(head).toContain('<meta name="robots" content="noindex">')
    expect(head).not.toContain('canonical')
  })

  it('escapes the texts of the console, so that they cannot close the script element', () => {
    const landing = {
      texts: { 'faq.cards.who.question': 'Who?', 'faq.cards.who.answer': '</script><script>alert(1)</script>' },
      images: {},
      lists: { 'faq.cards': ['who'] },
    }
    const head = headOf(page, '/', readPageState(JSON.stringify({ texts: { landing } })))
    expect(head).toContain('FAQPage')
    expect(head).not.toContain('<script>alert')
  })
})

/** The structured data of a page, parsed. */
function dataOf(head: string): Record<string, unknown>[] {
  return [...head.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].map(([, text = '']) =>
    JSON.parse(text),
  )
}

describe('the head of a page with texts', () => {
  const config = { siteUrl: 'https://boardcircle.example', siteName: 'The Circle', contactPlace: 'Pune' }
  const landing: Page = { mode: 'rendered', sitemap: true, texts: ['landing', 'nomination'] }
  const texts = {
    'head.title': 'One & all',
    'head.description': 'For "directors".',
    'faq.cards.who.question': 'Who?',
    'faq.cards.who.answer': 'Directors.',
    'faq.cards.hidden.question': 'Hidden?',
    'faq.cards.hidden.answer': 'Yes.',
  }
  const images = { 'head.picture': { image: '/images/a.jpg', alt: 'A table', share: '/images/a-share.jpg' } }
  const state = readPageState(
    JSON.stringify({ config, texts: { landing: { texts, images, lists: { 'faq.cards': ['who'] } } } }),
  )
  const head = headOf(landing, '/', state)

  it('has the title, the description and the picture that an editor chose', () => {
    expect(head).toContain('<title>One &amp; all</title>')
    expect(head).toContain('<meta property="og:title" content="One &amp; all">')
    expect(head).toContain('<meta name="description" content="For &quot;directors&quot;.">')
    expect(head).toContain('<meta property="og:image" content="https://boardcircle.example/images/a-share.jpg">')
    expect(head).toContain('<meta property="og:image:alt" content="A table">')
  })

  it('has the organisation and the questions that the page shows', () => {
    expect(dataOf(head)).toMatchObject([
      { '@type': 'Organization', name: 'The Circle', url: 'https://boardcircle.example/' },
      { '@type': 'FAQPage', mainEntity: [{ name: 'Who?', acceptedAnswer: { text: 'Directors.' } }] },
    ])
    expect(JSON.stringify(dataOf(head))).not.toContain('Hidden?')
  })

  it('has the name of the site if the title is empty', () => {
    const empty = readPageState(
      JSON.stringify({ config, texts: { landing: { texts: { 'head.title': '' }, images: {}, lists: {} } } }),
    )
    expect(headOf(landing, '/', empty)).toContain('<title>The Circle</title>')
    expect(dataOf(headOf(landing, '/', empty))).toHaveLength(1)
  })

  it('describes a session with its title, date and abstract', () => {
    const session = {
      id: 's1',
      title: 'The launch </script>',
      startsAt: '2027-01-05T12:00:00Z',
      endsAt: '2027-01-05T14:00:00Z',
      host: 'Asha Rao',
      place: 'Online',
      status: 'published',
      abstract: '<p>An <strong>evening</strong>, with tea &amp; talk.</p>',
      speakers: [
        { name: 'Bina Shah', role: 'Chair', portrait: '', portraitSrcset: '', portraitPosition: '', personId: '' },
      ],
    }
    const own = {
      texts: {
        'head.title': '{session} · The Circle',
        'head.description': '{date}. {abstract}',
        'head.about': 'A session.',
      },
      images: {},
      lists: {},
    }
    const page: Page = { mode: 'rendered', sitemap: true, texts: ['session'] }
    const shown = (change: object) =>
      headOf(
        page,
        '/sessions/s1',
        readPageState(JSON.stringify({ config, session: { ...session, ...change }, texts: { session: own } })),
      )
    const head = shown({})
    expect(head).toContain('<title>The launch &lt;/script&gt; · The Circle</title>')
    expect(head).toContain('content="Tuesday, 5 Jan 2027, 17:30 to 19:30 IST. An evening, with tea &amp; talk.">')
    expect(dataOf(head)).toEqual([
      {
        '@context': 'https://schema.org',
        '@type': 'Event',
        name: 'The launch </script>',
        description: 'An evening, with tea & talk.',
        startDate: '2027-01-05T12:00:00Z',
        endDate: '2027-01-05T14:00:00Z',
        eventStatus: 'https://schema.org/EventScheduled',
        eventAttendanceMode: 'https://schema.org/OnlineEventAttendanceMode',
        location: [{ '@type': 'VirtualLocation', url: 'https://boardcircle.example/sessions/s1' }],
        image: 'https://boardcircle.example/og.png',
        url: 'https://boardcircle.example/sessions/s1',
        inLanguage: 'en',
        organizer: { '@type': 'Organization', name: 'The Circle', url: 'https://boardcircle.example/' },
        performer: [{ '@type': 'Person', name: 'Bina Shah' }],
      },
    ])
    expect(shown({ abstract: '' })).toContain('IST. A session.">')
    expect(dataOf(shown({ status: 'cancelled', place: 'Mumbai and online' }))).toMatchObject([
      {
        eventStatus: 'https://schema.org/EventCancelled',
        eventAttendanceMode: 'https://schema.org/MixedEventAttendanceMode',
        location: [{ '@type': 'VirtualLocation' }, { '@type': 'Place', name: 'Mumbai and online' }],
      },
    ])
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
