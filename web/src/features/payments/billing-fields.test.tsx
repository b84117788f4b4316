// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { useFieldTexts } from '@/lib/field-texts'
import { billingForm, countries, gstStates } from '@/lib/generated'
import { useRuleForm } from '@/lib/rule-form'
import { type Language, useTexts } from '@/lib/texts'
import { builtInTexts, WithTexts } from '@/lib/texts-fixture'
import { emptyBilling } from './billing'
import { BillingFields } from './billing-fields'
import { accountBilling } from './billing-text'

function Fields() {
  const text = useTexts('checkout')
  const texts = useFieldTexts(text.group('fields'))
  const form = useRuleForm('billing', billingForm, { initial: emptyBilling, texts })
  return <BillingFields form={form} text={text.group('billing')} />
}

function AccountFields() {
  return <BillingFields form={useRuleForm('billing', billingForm, { initial: emptyBilling })} text={accountBilling} />
}

/** Returns the options of the states and of the countries, by their values. */
function optionsIn(language: Language, Component = Fields) {
  const pages = (['site', 'checkout'] as const).map((page) => builtInTexts(page, {}, language))
  const { unmount } = render(
    <WithTexts pages={pages} language={language}>
      <Component />
    </WithTexts>,
  )
  const options = [...screen.getAllByRole<HTMLOptionElement>('option')]
    .filter(({ value }) => value)
    .map(({ value, textContent, lang }) => [value, { name: textContent, lang }] as const)
  unmount()
  return Object.fromEntries(options)
}

describe('the states and countries of an invoice', () => {
  it.each([Fields, AccountFields])('have the generated names in English', (component) => {
    const options = optionsIn('en', component)
    for (const { code, name } of [...gstStates, ...countries]) expect(options[code]).toEqual({ name, lang: '' })
  })

  it('have names in the language of the page and the same values', () => {
    for (const language of ['hi', 'mr'] as const) {
      const options = optionsIn(language)
      for (const { code } of gstStates) expect(options[code]?.name).toMatch(/^[\u0900-\u097f ]+$/)
      for (const { code } of countries) {
        const { name, lang } = options[code] ?? { name: '', lang: '' }
        expect(`${name} ${lang}`).toMatch(/[\u0900-\u097f]|en$/)
      }
      expect(options.IN?.name).toBe('भारत')
    }
  })
})

describe('the order of the states', () => {
  it.each(['en', 'hi', 'mr'] as const)('is alphabetical in %s', (language) => {
    const pages = (['site', 'checkout'] as const).map((page) => builtInTexts(page, {}, language))
    render(
      <WithTexts pages={pages} language={language}>
        <Fields />
      </WithTexts>,
    )
    const codes = new Set(gstStates.map(({ code }) => code))
    const names = screen
      .getAllByRole<HTMLOptionElement>('option')
      .filter(({ value }) => codes.has(value))
      .map(({ textContent }) => textContent)
    cleanup()
    expect(names).toHaveLength(gstStates.length)
    expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b, language)))
  })

  it('is alphabetical wherever the list is used', () => {
    const names = gstStates.map(({ name }) => name)
    expect(names).toEqual(names.toSorted())
  })
})

describe('the state and the PIN code', () => {
  afterEach(cleanup)

  function Prefilled({ pin }: { pin: string }) {
    const form = useRuleForm('billing', billingForm, { initial: { ...emptyBilling, state: '27', pin } })
    return <BillingFields form={form} text={accountBilling} prefilledState="27" />
  }

  it('says that the state was filled in, until another is chosen', () => {
    render(<Prefilled pin="400001" />)
    expect(screen.getByText(/Filled in from the account/)).toBeTruthy()
    expect(screen.queryByRole('checkbox')).toBeNull()
    fireEvent.change(screen.getByRole('combobox', { name: /^State/ }), { target: { value: '29' } })
    expect(screen.queryByText(/Filled in from the account/)).toBeNull()
  })

  it('asks for a confirmation if they disagree, and again after a change', () => {
    render(<Prefilled pin="560001" />)
    const box = () => screen.getByRole<HTMLInputElement>('checkbox', { name: /are both right/ })
    fireEvent.click(box())
    expect(box().checked).toBe(true)
    fireEvent.change(screen.getByRole('combobox', { name: /^State/ }), { target: { value: '33' } })
    expect(box().checked).toBe(false)
    fireEvent.change(screen.getByRole('combobox', { name: /^State/ }), { target: { value: '29' } })
    expect(screen.queryByRole('checkbox')).toBeNull()
  })
})
