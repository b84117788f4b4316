import { expect, test } from 'vitest'
import type { ReviewedNomination } from './api'
import { boardsOf } from './boards-of'

const nomination = (currentBoards: string, seats: string[] = []) => ({
  companyName: 'Arabian Sea Shipping Ltd',
  currentBoards,
  verification: { seats: seats.map((company) => ({ company })) } as ReviewedNomination['verification'],
})

test('the boards that an applicant names are offered once each, without what lists put before them', () => {
  expect(boardsOf(nomination('1. Port Trust (since 2021)\n- arabian sea shipping ltd; Coral Bank\n\n'))).toEqual([
    'Arabian Sea Shipping Ltd',
    'Port Trust',
    'Coral Bank',
  ])
})

test('a board whose seat is written down is offered no more', () => {
  expect(boardsOf(nomination('Port Trust', ['port trust', 'Arabian Sea Shipping Ltd']))).toEqual([])
})

test('a sentence is not offered as a company', () => {
  expect(
    boardsOf(nomination(`I have served on ${'very '.repeat(20)}many boards.`, ['Arabian Sea Shipping Ltd'])),
  ).toEqual([])
})
