// @vitest-environment jsdom
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { BenefitsSection } from './benefits-section'

const heading = { title: 'What it brings', subtitle: '', html: '', imageUrl: '' }

function drawn(...images: string[]) {
  const cards = images.map((imageUrl, index) => ({
    title: `Benefit ${index}`,
    subtitle: '',
    html: '<p>x</p>',
    imageUrl,
  }))
  const page = document.createElement('div')
  page.innerHTML = renderToStaticMarkup(<BenefitsSection heading={heading} cards={cards} />)
  return page
}

it('shows the picture of a benefit in the place of its drawing, with its room kept', () => {
  const page = drawn('/images/one.jpg', '')
  const [pictured, plain] = page.querySelectorAll('li')
  const image = pictured?.querySelector('img')
  expect(image?.getAttribute('src')).toBe('/images/one.jpg')
  expect(image?.getAttribute('alt')).toBe('')
  expect(image?.getAttribute('loading')).toBe('lazy')
  expect(image?.className).toContain('aspect-3/2')
  expect(pictured?.querySelector('svg')).toBeNull()
  // Next to a picture a drawing has the same size, so that the texts line up.
  expect(plain?.querySelector('svg')?.getAttribute('class')).toContain('aspect-3/2')
})

it('draws small where no benefit has a picture', () => {
  expect(drawn('', '').querySelector('svg')?.getAttribute('class')).not.toContain('aspect-3/2')
})
