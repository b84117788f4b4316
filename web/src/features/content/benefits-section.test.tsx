// @vitest-environment jsdom
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import type { PageTexts } from '@/lib/texts'
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
  return pageWith(landing)
}

function pageWith(landing: PageTexts) {
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

it('lets the browser choose a size of a picture of the library, and keeps its focal point in view', () => {
  const landing = builtInTexts('landing')
  const src = '/images/a.jpg/0123456789abcdef-640.jpg'
  landing.images['features.cards.0.image'] = {
    image: '/images/a.jpg',
    alt: 'A meeting',
    src,
    srcset: `${src} 640w`,
    width: 640,
    height: 480,
    position: '20% 25%',
  }
  landing.lists['features.cards'] = ['0']
  const image = pageWith(landing).querySelector('li img')
  expect(image?.getAttribute('src')).toBe(src)
  expect(image?.getAttribute('srcset')).toBe(`${src} 640w`)
  expect(image?.getAttribute('sizes')).toContain('100vw')
  expect(image?.getAttribute('width')).toBe('640')
  expect(image?.getAttribute('height')).toBe('480')
  expect(image?.getAttribute('style')).toBe('object-position:20% 25%')
})
