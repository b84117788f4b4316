import { paths } from '@/lib/paths'
import { keepSignUp, type SignUp } from '@/lib/sign-up'
import { ButtonLink } from '@/ui/button'

/** Where an account is made, and back to the nomination. */
export const signUpAddress = `${paths.auth}?tab=register&redirect=${encodeURIComponent(paths.nomination)}`

type Known = { name: string; email: string; phone: string; city: string; state: string }

/** What a sign-up takes over from a nomination. */
export function signUpOf({ name, email, phone, city, state }: Known): SignUp {
  return { name, email, phone, location: [city, state].filter(Boolean).join(', ') }
}

/** To an applicant without an account: how to follow the nomination without its link. */
export function MakeAccount({ answers }: { answers: Known }) {
  return (
    <section className="border-base-300 border-t pt-6">
      <p>Make an account to follow it without this link. What we know already is filled in.</p>
      <div className="mt-3" onClickCapture={() => keepSignUp(signUpOf(answers))}>
        <ButtonLink tone="outline" to={signUpAddress}>
          Make an account
        </ButtonLink>
      </div>
    </section>
  )
}
