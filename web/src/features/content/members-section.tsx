import { paths } from '@/lib/paths'
import { useTexts } from '@/lib/texts'
import { ButtonLink } from '@/ui/button'
import { DotRing } from '@/ui/dot-ring'
import { RichText } from '@/ui/rich-text'
import { LandingSection } from './landing-section'
import { MembersWall } from './members-wall'
import { Picture } from './picture'

/** The only coloured band of the page: a large sentence above the wall of members. */
export function MembersSection() {
  const text = useTexts('landing')
  return (
    <LandingSection id="members" band="plum" className="overflow-hidden pb-0 md:pb-0">
      <div className="page">
        <p className="chapter">{text('membership.chapter')}</p>
        <h2 id="members-heading" className="display-1 mt-4 max-w-[16ch]">
          {text('membership.title')}
        </h2>
        <div className="mt-6 grid items-end gap-x-8 gap-y-6 md:mt-10 lg:grid-cols-12">
          <div className="lg:col-span-7">
            <p className="lede max-w-text">{text('membership.subtitle')}</p>
            <RichText {...text.rich('membership.body')} className="mt-4 max-w-text" />
          </div>
          <div className="lg:col-span-5 lg:text-right">
            <ButtonLink to={paths.register} className="px-8">
              {text('membership.join')}
            </ButtonLink>
          </div>
        </div>
      </div>
      <Members />
    </LandingSection>
  )
}

/** The portraits of members, if the office has any; otherwise a picture or the wall of seats. */
function Members() {
  const text = useTexts('landing')
  const portraits = text.list('membership.portraits')
  if (portraits.length === 0)
    return (
      <Picture
        {...text.picture('membership.image')}
        loading="lazy"
        sizes="100vw"
        className="mt-8 h-60 w-full object-cover md:mt-16 md:h-80"
      >
        <MembersWall className="mt-8 md:mt-16" />
      </Picture>
    )
  return (
    <ul
      className="page mt-10 grid grid-cols-3 gap-x-4 gap-y-8 pb-14 sm:grid-cols-4 md:mt-16 md:gap-x-8 md:pb-20 lg:grid-cols-6"
      {...text.listProps('membership.portraits')}
    >
      {portraits.map(({ id, text, props }) => (
        <li key={id} {...props} className="text-center">
          <Picture
            {...text.picture('image')}
            loading="lazy"
            sizes="(min-width: 64rem) 10rem, (min-width: 40rem) 20vw, 28vw"
            className="aspect-square w-full rounded-full object-cover"
          >
            <DotRing className="aspect-square w-full text-primary" />
          </Picture>
          <p className="mt-3 font-medium leading-snug">{text('name')}</p>
          {text.has('role') && <p className="mt-1 text-sm leading-snug">{text('role')}</p>}
        </li>
      ))}
    </ul>
  )
}
