import { expect, test } from 'vitest'
import type { ReviewedNomination } from './api'
import { boardsOf } from './boards-of'

const nomination = (currentBoards: string, seats: string[] = []) => ({
  companyName: 'Arabian Sea Shipping Ltd',
  currentBoards,
  verification: { seats: seats.map((company) => ({ company })) } as ReviewedNomination['verification'],
})

test('each board that an applicant names is offered once, without list markers', () => {
  expect(boardsOf(nomination('1. Port Trust (since 2021)\n- arabian sea shipping ltd; Coral Bank\n\n'))).toEqual([
    'Arabian Sea Shipping Ltd',
    'Port Trust',
    'Coral Bank',
  ])
})

test('a board with a recorded seat is not offered', () => {
  expect(boardsOf(nomination('Port Trust', ['port trust', 'Arabian Sea Shipping Ltd']))).toEqual([])
})

test('a sentence is not offered as a company', () => {
  expect(
    boardsOf(nomination(`I have served on ${'very '.repeat(20)}many boards.`, ['Arabian Sea Shipping Ltd'])),
  ).toEqual([])
})
