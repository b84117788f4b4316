// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { transferForm } from '@/lib/generated'
import { useRuleForm } from '@/lib/rule-form'
import type { OfflinePayment } from './api'
import { TransferFields } from './transfer-dialog'

afterEach(cleanup)

const payment = { id: 'one', customerName: 'Asha Rao', tierName: 'Circle', left: '29500.00', currency: 'INR' }

function Fields() {
  return (
    <TransferFields form={useRuleForm('transfer', transferForm)} payments={[payment as unknown as OfflinePayment]} />
  )
}

it('divides a transfer over payments, with what is due of each', () => {
  render(<Fields />)
  fireEvent.click(screen.getByRole('button', { name: 'Add a part' }))
  fireEvent.click(screen.getByRole('button', { name: 'Add a part' }))
  expect(screen.getAllByRole('option', { name: 'Asha Rao, Circle, ₹29,500 due' })).toHaveLength(2)
  expect(screen.queryByRole('option', { name: 'Cash' })).toBeNull()
})
