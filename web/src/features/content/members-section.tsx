import { paths } from '@/lib/paths'
import { useTexts } from '@/lib/texts'
import { ButtonLink } from '@/ui/button'
import { RichText } from '@/ui/rich-text'
import { LandingSection } from './landing-section'
import { MembersWall } from './members-wall'
import { Picture } from './picture'

/** The one band of the page in colour: a large sentence above the wall of members. */
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
      <Picture
        {...text.picture('membership.image')}
        loading="lazy"
        sizes="100vw"
        className="mt-8 h-60 w-full object-cover md:mt-16 md:h-80"
      >
        <MembersWall className="mt-8 md:mt-16" />
      </Picture>
    </LandingSection>
  )
}
