// @vitest-environment jsdom
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { builtInTexts, WithTexts } from '@/lib/texts-fixture'
import { TestimonialsSection } from './testimonials-section'

vi.mock('@/lib/session', () => ({ useSession: () => ({ status: 'anonymous', user: null }) }))

function cards(change: (landing: ReturnType<typeof builtInTexts>) => void = () => {}) {
  const landing = builtInTexts('landing')
  change(landing)
  const page = document.createElement('div')
  page.innerHTML = renderToStaticMarkup(
    <WithTexts pages={[landing]}>
      <TestimonialsSection />
    </WithTexts>,
  )
  return [...page.querySelectorAll('li')]
}

it('shows three roles with five stars, and no name, quotation or face, until the office writes them', () => {
  const shown = cards()
  expect(shown.map((card) => card.querySelector('figcaption')?.textContent)).toEqual([
    'Independent Director at a listed company',
    'Executive Director at a PSU',
    'Advisory Board Member at a startup',
  ])
  for (const card of shown) {
    expect(card.textContent).toContain('Rated five out of five stars')
    expect(card.querySelector('blockquote, img')).toBeNull()
  }
})

it('shows a name and a quotation that the office has written', () => {
  const [, card] = cards((landing) => {
    landing.texts['testimonials.cards.psu.title'] = 'Vasudha Kelkar'
  })
  expect(card?.querySelector('figcaption')?.textContent).toBe('Vasudha KelkarExecutive Director at a PSU')
  expect(card?.querySelector('blockquote')).not.toBeNull()
})
