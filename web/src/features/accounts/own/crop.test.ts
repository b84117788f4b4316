import { expect, test } from 'vitest'
import { dragged, squareOf, wholeCut } from './crop'

const wide = { width: 1200, height: 800 }

test('the square has the height of the picture and is centred', () => {
  expect(squareOf(wide, wholeCut)).toEqual({ left: 200, top: 0, side: 800 })
})

test('zooming makes the square smaller and keeps it within the picture', () => {
  expect(squareOf(wide, { zoom: 2, across: 1, down: 1 })).toEqual({ left: 800, top: 400, side: 400 })
  expect(squareOf(wide, { zoom: 2, across: 0, down: 0 })).toEqual({ left: 0, top: 0, side: 400 })
})

test('dragging the picture to the right shows its left part', () => {
  const cut = dragged(wide, wholeCut, 0.25, 0)
  expect(squareOf(wide, cut).left).toBe(0)
  expect(cut.down).toBe(wholeCut.down)
})

test('a drag stops at the edge', () => {
  expect(dragged(wide, wholeCut, -9, -9)).toEqual({ zoom: 1, across: 1, down: 0.5 })
  expect(dragged(wide, { ...wholeCut, zoom: 4 }, 9, -9)).toEqual({ zoom: 4, across: 0, down: 1 })
})
