// @vitest-environment jsdom
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { builtInTexts, WithTexts } from '@/lib/texts-fixture'
import { BenefitsSection } from './benefits-section'

vi.mock('@/lib/session', () => ({ useSession: () => ({ status: 'anonymous', user: null }) }))

function rendered(...images: string[]) {
  const landing = builtInTexts('landing')
  const ids = images.map((image, index) => {
    if (image) landing.images[`features.cards.${index}.image`] = { image, alt: '' }
    return String(index)
  })
  landing.lists['features.cards'] = ids
  const page = document.createElement('div')
  page.innerHTML = renderToStaticMarkup(
    <WithTexts pages={[landing]}>
      <BenefitsSection />
    </WithTexts>,
  )
  return page
}

it('shows the picture of a benefit instead of its drawing, and reserves its space', () => {
  const page = rendered('/images/one.jpg', '')
  const [withPicture, withoutPicture] = page.querySelectorAll('li')
  const image = withPicture?.querySelector('img')
  expect(image?.getAttribute('src')).toBe('/images/one.jpg')
  expect(image?.getAttribute('alt')).toBe('')
  expect(image?.getAttribute('loading')).toBe('lazy')
  expect(image?.className).toContain('aspect-3/2')
  expect(withPicture?.querySelector('svg')).toBeNull()
  // Next to a picture a drawing has the same size, so that the texts line up.
  expect(withoutPicture?.querySelector('svg')?.getAttribute('class')).toContain('aspect-3/2')
})

it('shows small drawings if no benefit has a picture', () => {
  expect(rendered('', '').querySelector('svg')?.getAttribute('class')).not.toContain('aspect-3/2')
})
