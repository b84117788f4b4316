import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it, vi } from 'vitest'
import { builtInTexts, WithTexts } from '@/lib/texts-fixture'
import { LandingPage } from './landing-page'

vi.mock('@/lib/session', () => ({ useSession: () => ({ status: 'anonymous', user: null }) }))
vi.mock('@/lib/config', () => ({ useConfig: () => undefined }))

/** The switch of each part of the page, and the heading that disappears with the part. */
const parts = {
  'hero.isActive': 'hero-heading',
  'about.heading.isActive': 'about-heading',
  'testimonials.heading.isActive': 'testimonials-heading',
  'features.heading.isActive': 'benefits-heading',
  'membership.isActive': 'members-heading',
}

function rendered(off?: string): string {
  const landing = builtInTexts('landing')
  if (off) landing.texts[off] = 'false'
  return renderToStaticMarkup(
    <MemoryRouter>
      <WithTexts pages={[landing]}>
        <LandingPage plans={undefined} form={null} />
      </WithTexts>
    </MemoryRouter>,
  )
}

const headingsOf = (page: string) => Object.values(parts).filter((id) => page.includes(`id="${id}"`))

it('shows all parts, with one main heading', () => {
  const page = rendered()
  expect(headingsOf(page)).toEqual(Object.values(parts))
  expect(page.match(/<h1/g)).toHaveLength(1)
})

it.each(Object.entries(parts))('hides only the part whose switch is off: %s', (off, heading) => {
  const page = rendered(off)
  expect(headingsOf(page)).toEqual(Object.values(parts).filter((id) => id !== heading))
  expect(page.match(/<h1/g)).toHaveLength(1)
})
