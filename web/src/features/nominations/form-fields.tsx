import { Check, Plus } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import { Link } from 'react-router'
import type { SessionUser } from '@/lib/api-types'
import { href } from '@/lib/href'
import { paths } from '@/lib/paths'
import { useTexts, useWords } from '@/lib/texts'
import { SelectField, TextAreaField, TextField } from '@/ui/fields'
import { LegalLink } from '@/ui/legal-link'
import { Notice } from '@/ui/notice'
import { fieldId, useFieldError } from '@/ui/rule-field'
import type { AnswersRuleForm, NominationRuleForm } from './form-api'

type YouFieldsProps = {
  form: AnswersRuleForm
  /** Why the email cannot be changed; undefined if it can. */
  fixedEmail?: ReactNode
  ref: Ref<HTMLFieldSetElement>
}

/** The fields about the applicant. */
export function YouFields({ form, fixedEmail, ref }: YouFieldsProps) {
  const text = useTexts('nomination')
  return (
    <FormGroup title={text('groups.you')} ref={ref}>
      <TextField form={form} name="name" className="sm:col-span-2" autoComplete="name" />
      <TextField
        form={form}
        name="email"
        hint={fixedEmail}
        type="email"
        autoComplete="email"
        readOnly={Boolean(fixedEmail)}
        controlClass="read-only:bg-base-200"
      />
      <TextField form={form} name="phone" type="tel" autoComplete="tel" />
      <Pair>
        <TextField form={form} name="city" autoComplete="address-level2" />
        <TextField form={form} name="state" autoComplete="address-level1" />
      </Pair>
      <TextField form={form} name="country" autoComplete="country-name" />
      <TextField
        form={form}
        name="linkedinUrl"
        type="url"
        autoComplete="url"
        autoCapitalize="none"
        placeholder={text.plain('fields.linkedinUrl.placeholder')}
      />
    </FormGroup>
  )
}

/** The fields about the applicant's board seats. */
export function BoardFields({ form }: { form: AnswersRuleForm }) {
  const text = useTexts('nomination')
  return (
    <FormGroup title={text('groups.boards')}>
      <TextField form={form} name="currentDesignation" autoComplete="organization-title" />
      <TextField form={form} name="companyName" autoComplete="organization" />
      <SelectField form={form} name="industry" />
      <SelectField form={form} name="directorType" />
      <Pair>
        <SelectField form={form} name="yearsOfExperience" />
        <SelectField form={form} name="numberOfBoards" />
      </Pair>
      <TextAreaField
        form={form}
        name="currentBoards"
        className="sm:col-span-2"
        hint={text('fields.currentBoards.hint')}
        rows={3}
      />
      <TextAreaField form={form} name="previousBoardExperience" className="sm:col-span-2" rows={3} />
      <div className="sm:col-span-2">
        <Expertise form={form} />
      </div>
    </FormGroup>
  )
}

/** The fields about the applicant's interest. */
export function InterestFields({ form }: { form: AnswersRuleForm }) {
  const text = useTexts('nomination')
  return (
    <FormGroup title={text('groups.interest')}>
      <SelectField form={form} name="howDidYouHear" />
      <SelectField form={form} name="preferredMeetingFormat" />
      <TextAreaField form={form} name="whyInterested" className="sm:col-span-2" rows={5} />
    </FormGroup>
  )
}

/** The areas of expertise, as check boxes that look like chips. */
function Expertise({ form }: { form: AnswersRuleForm }) {
  const name = 'areasOfExpertise'
  const word = useWords()
  const rule = form.rule(name)
  const error = useFieldError(form, name)
  const id = fieldId(form, name)
  return (
    <fieldset aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="font-medium">
        {form.label(name)}
        {!rule.required && <span className="font-normal text-quiet"> {word('optional')}</span>}
      </legend>
      <div className="mt-2 flex flex-wrap gap-2 sm:gap-2.5">
        {rule.options.map((option, index) => {
          const { label, props } = form.option(name, option)
          return (
            <label
              key={option}
              className="group flex min-h-11 cursor-pointer items-center gap-1.5 rounded-full border border-edge px-3 max-sm:text-[0.9375rem] sm:gap-2 sm:px-4 has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2 has-checked:border-primary has-checked:bg-primary has-checked:text-primary-content"
            >
              <input
                type="checkbox"
                id={index === 0 ? id : undefined}
                value={option}
                className="sr-only"
                {...form.register(name)}
              />
              <Plus className="size-3.5 group-has-checked:hidden" />
              <Check className="hidden size-3.5 group-has-checked:inline" />
              <span {...props}>{label}</span>
            </label>
          )
        })}
      </div>
      {error && (
        <p id={`${id}-error`} className="mt-1.5 font-medium text-error text-sm">
          {error}
        </p>
      )}
    </fieldset>
  )
}

/** The applicant's confirmations and consent. */
export function Agreement({ form }: { form: NominationRuleForm }) {
  const text = useTexts('nomination')
  const name = 'agreeTerms'
  const error = useFieldError(form, name)
  const id = fieldId(form, name)
  return (
    <div>
      <div className="flex gap-4">
        <input
          type="checkbox"
          id={id}
          className="checkbox mt-0.5 size-6 shrink-0"
          aria-required="true"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          {...form.register(name)}
        />
        <label htmlFor={id}>
          {text('agreement.text', {
            terms: <LegalLink to={paths.terms}>{text('agreement.terms')}</LegalLink>,
            privacy: <LegalLink to={paths.privacy}>{text('agreement.privacy')}</LegalLink>,
            refund: <LegalLink to={paths.refund}>{text('agreement.refund')}</LegalLink>,
          })}
        </label>
      </div>
      {error && (
        <p id={`${id}-error`} className="mt-1.5 ml-10 font-medium text-error text-sm">
          {error}
        </p>
      )}
    </div>
  )
}

/** Says whether the nomination will belong to an account. */
export function AccountNote({ user }: { user: SessionUser | null }) {
  const text = useTexts('nomination')
  if (user)
    return (
      <Notice tone="success" title={text('account.title', { name: user.name })}>
        {text('account.text')}
      </Notice>
    )
  return (
    <div data-for="anonymous">
      <Notice tone="info" title={text('account.guestTitle')}>
        {text('account.guestText', {
          link: (
            <Link to={href(paths.auth, { redirect: paths.register })} className="text-link">
              {text('account.guestLink')}
            </Link>
          ),
        })}
      </Notice>
    </div>
  )
}

/** Two short fields, which share a line on phones too. */
function Pair({ children }: { children: ReactNode }) {
  return <div className="grid grid-cols-2 gap-x-4 sm:col-span-2 sm:gap-x-5">{children}</div>
}

type FormGroupProps = { title: ReactNode; ref?: Ref<HTMLFieldSetElement>; children: ReactNode }

/** A group of fields with a heading. The ref moves the user to its start. */
function FormGroup({ title, ref, children }: FormGroupProps) {
  return (
    <fieldset ref={ref} tabIndex={-1} className="border-base-300 border-t pt-5 focus:outline-none md:pt-6">
      <legend className="float-left mb-4 w-full md:mb-5">
        <h3 className="display-3">{title}</h3>
      </legend>
      <div className="clear-both grid gap-4 sm:grid-cols-2 md:gap-5">{children}</div>
    </fieldset>
  )
}
