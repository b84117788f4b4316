// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { FocalPoint, moved } from './focal-point'

const picture = { src: '/images/a.jpg/0-640.jpg', srcset: '', width: 640, height: 480 }

function Editor() {
  const [focus, setFocus] = useState({ x: 50, y: 30 })
  return <FocalPoint picture={picture} focus={focus} onChange={setFocus} />
}

it('moves with the arrow keys, and says where it is', async () => {
  render(<Editor />)
  const point = screen.getByRole('slider', { name: 'Focal point' })
  await userEvent.tab()
  expect(document.activeElement).toBe(point)
  await userEvent.keyboard('{ArrowRight}{ArrowUp}{Shift>}{ArrowDown}{/Shift}')
  expect(point.getAttribute('aria-valuetext')).toBe('51% from the left, 39% from the top')
})

it('stays within the picture, and leaves other keys alone', () => {
  expect(moved({ x: 2, y: 99 }, 'ArrowLeft', true)).toEqual({ x: 0, y: 99 })
  expect(moved({ x: 2, y: 99 }, 'ArrowDown', true)).toEqual({ x: 2, y: 100 })
  expect(moved({ x: 2, y: 99 }, 'Tab', false)).toBeUndefined()
})
