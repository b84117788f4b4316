import { href } from '@/lib/href'
import { paths } from '@/lib/paths'
import { type SignUp, storeSignUp } from '@/lib/sign-up'
import { useTexts } from '@/lib/texts'
import { ButtonLink } from '@/ui/button'

/** The address to create an account, which leads back to the nomination. */
export const signUpAddress = href(paths.auth, { tab: 'register', redirect: paths.nomination })

type Known = { name: string; email: string; phone: string; city: string; state: string }

/** The data of a nomination that fills the sign-up form. */
export function signUpOf({ name, email, phone, city, state }: Known): SignUp {
  return { name, email, phone, location: [city, state].filter(Boolean).join(', ') }
}

/** Offers an account to an applicant who has none, so that they can follow the nomination without the link. */
export function MakeAccount({ answers }: { answers: Known }) {
  const text = useTexts('own-nomination').group('account')
  return (
    <section className="border-base-300 border-t pt-6">
      <p>{text('text')}</p>
      <div className="mt-3" onClickCapture={() => storeSignUp(signUpOf(answers))}>
        <ButtonLink tone="outline" to={signUpAddress}>
          {text('create')}
        </ButtonLink>
      </div>
    </section>
  )
}
