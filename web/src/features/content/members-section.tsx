import { paths } from '@/lib/paths'
import { useTexts } from '@/lib/texts'
import { ButtonLink } from '@/ui/button'
import { RichText } from '@/ui/rich-text'
import { LandingSection, SectionHeading } from './landing-section'
import { MembersWall } from './members-wall'
import { Picture } from './picture'

export function MembersSection() {
  const text = useTexts('landing')
  return (
    <LandingSection id="members" className="overflow-hidden border-base-300 border-t bg-base-200 pb-0 md:pb-0">
      <div className="page flex flex-wrap items-end justify-between gap-8">
        <div className="max-w-[44rem]">
          <SectionHeading
            id="members"
            chapter={text('membership.chapter')}
            title={text('membership.title')}
            subtitle={text('membership.subtitle')}
          />
          <RichText {...text.rich('membership.body')} className="mt-5 max-w-text" />
        </div>
        <ButtonLink to={paths.register}>{text('membership.join')}</ButtonLink>
      </div>
      <Picture
        {...text.picture('membership.image')}
        loading="lazy"
        sizes="100vw"
        className="mt-14 h-80 w-full object-cover"
      >
        <MembersWall className="mt-14 md:mt-20" />
      </Picture>
    </LandingSection>
  )
}
