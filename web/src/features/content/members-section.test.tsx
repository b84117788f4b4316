// @vitest-environment jsdom
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it, vi } from 'vitest'
import { builtInTexts, WithTexts } from '@/lib/texts-fixture'
import { MembersSection } from './members-section'

vi.mock('@/lib/session', () => ({ useSession: () => ({ status: 'anonymous', user: null }) }))

function rendered(change: (landing: ReturnType<typeof builtInTexts>) => void) {
  const landing = builtInTexts('landing')
  change(landing)
  const page = document.createElement('div')
  page.innerHTML = renderToStaticMarkup(
    <MemoryRouter>
      <WithTexts pages={[landing]}>
        <MembersSection />
      </WithTexts>
    </MemoryRouter>,
  )
  return page
}

it('shows the wall of seats while the office has no portraits', () => {
  const page = rendered(() => {})
  expect(page.querySelector('svg use')).not.toBeNull()
  expect(page.querySelector('li')).toBeNull()
})

it('shows the portraits of members with their names, and an empty seat for one without a picture', () => {
  const page = rendered((landing) => {
    landing.lists['membership.portraits'] = ['meera', 'leela']
    landing.texts['membership.portraits.meera.name'] = 'Meera Krishnan'
    landing.texts['membership.portraits.meera.role'] = 'Independent director'
    landing.texts['membership.portraits.leela.name'] = 'Leela Shah'
    landing.images['membership.portraits.meera.image'] = { image: '/images/a.jpg', alt: 'Meera Krishnan' }
  })
  const [meera, leela] = page.querySelectorAll('li')
  expect(meera?.querySelector('img')?.getAttribute('alt')).toBe('Meera Krishnan')
  expect(meera?.textContent).toBe('Meera KrishnanIndependent director')
  expect(leela?.querySelector('svg')).not.toBeNull()
  expect(leela?.textContent).toBe('Leela Shah')
  expect(page.querySelector('svg use')).toBeNull()
})
