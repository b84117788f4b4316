package events

import (
	"bytes"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/emersion/go-ical"
	"github.com/pocketbase/pocketbase/apis"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/keys"
	"boardcircle/pb_hooks/modules/events/places"
)

// A calendar file is for reading only: METHOD:PUBLISH, no attendees, times in UTC and one VEVENT for each session. The
// UID of a session never changes, and SEQUENCE grows with each change, so that calendars replace their entry. Members
// answer only in the app: replies by email could contradict the stored answers.

const (
	// feedHistory is how long a session stays in a feed after its end.
	feedHistory = 90 * 24 * time.Hour
	// cancelledTTL is how long a cancelled session stays in a feed, so that calendars remove it.
	cancelledTTL = 30 * 24 * time.Hour

	calendarType = "text/calendar"
	feedSuffix   = ".ics"
)

var errNoFeed = apperr.NotFound("feed-not-found", "This calendar was not found.")

// calendar returns a calendar file with the entries.
func (ev *Events) calendar(entries []entry) ([]byte, error) {
	cal := ical.NewCalendar()
	set := func(props ical.Props, name, value string) {
		props[name] = []ical.Prop{{Name: name, Value: value}}
	}
	set(cal.Props, ical.PropVersion, "2.0")
	set(cal.Props, ical.PropProductID, "-//Boardcircle//Sessions//EN")
	set(cal.Props, ical.PropMethod, "PUBLISH")
	set(cal.Props, ical.PropCalendarScale, "GREGORIAN")
	set(cal.Props, "X-WR-CALNAME", "Sessions of the circle")
	for _, entry := range entries {
		s := entry.session
		event := ical.NewComponent(ical.CompEvent)
		event.Props.SetText(ical.PropUID, "session-"+s.Id+"@boardcircle")
		event.Props.SetDateTime(ical.PropDateTimeStamp, s.changedAt().UTC().Truncate(time.Second))
		event.Props.SetDateTime(ical.PropLastModified, s.changedAt().UTC().Truncate(time.Second))
		event.Props.SetDateTime(ical.PropDateTimeStart, s.StartsAt().UTC())
		event.Props.SetDateTime(ical.PropDateTimeEnd, s.EndsAt().UTC())
		set(event.Props, ical.PropSequence, strconv.Itoa(s.sequence()))
		event.Props.SetText(ical.PropSummary, s.Title())
		event.Props.SetText(ical.PropLocation, s.Place())
		link := ev.deps.SiteURL + "/circle/sessions/" + s.Id
		description := "Join and answer on the page of the session: " + link
		if entry.isPublic {
			link = ev.deps.SiteURL + PublicPath + s.Id
			description = "Join with the link in our email. The page of the session: " + link
		}
		event.Props.SetText(ical.PropDescription, description)
		set(event.Props, ical.PropURL, link)
		set(event.Props, ical.PropStatus, entry.status())
		cal.Children = append(cal.Children, event)
	}
	if len(cal.Children) == 0 { // the library refuses to write a calendar without entries
		return []byte("BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Boardcircle//Sessions//EN\r\nMETHOD:PUBLISH\r\n" +
			"X-WR-CALNAME:Sessions of the circle\r\nEND:VCALENDAR\r\n"), nil
	}
	var out bytes.Buffer
	if err := ical.NewEncoder(&out).Encode(cal); err != nil {
		return nil, err
	}
	return fold(out.Bytes()), nil
}

func (e entry) status() string {
	switch {
	case e.session.State() == SessionCancelled:
		return "CANCELLED"
	case e.answer == places.Going:
		return "CONFIRMED"
	}
	return "TENTATIVE"
}

// maxLine is the maximum length of a line of a calendar file in bytes, without its CRLF.
const maxLine = 75

// fold breaks long lines, never within a character. One badly folded line can make Google ignore a whole feed.
func fold(file []byte) []byte {
	var out bytes.Buffer
	for line := range bytes.SplitSeq(bytes.TrimSuffix(file, []byte("\r\n")), []byte("\r\n")) {
		width := 0
		for len(line) > 0 {
			_, size := utf8.DecodeRune(line)
			if width+size > maxLine {
				out.WriteString("\r\n ")
				width = 1
			}
			out.Write(line[:size])
			line, width = line[size:], width+size
		}
		out.WriteString("\r\n")
	}
	return out.Bytes()
}

// GetCalendar is GET /api/events/{id}/calendar.
func (ev *Events) GetCalendar() httpx.Endpoint {
	return httpx.File(ev.getCalendar, []string{calendarType}, httpx.Doc{
		Tag: "circle", Summary: "Download a session as a calendar file", Errors: []*apperr.Error{errNotFound},
	})
}

func (ev *Events) getCalendar(e *core.RequestEvent) error {
	s, err := findVisible(e.App, e.Request.PathValue("id"))
	if err != nil {
		return err
	}
	own := entry{session: s, answer: places.NoAnswer}
	a, err := findAnswer(e.App, s.Id, e.Auth.Id)
	if database.IgnoreMissing(err) != nil {
		return apperr.Fail(readFailed, err)
	}
	if err == nil {
		own.answer = a.State()
	}
	return ev.sendCalendar(e, own)
}

func (ev *Events) sendCalendar(e *core.RequestEvent, of entry) error {
	file, err := ev.calendar([]entry{of})
	if err != nil {
		return apperr.Fail(readFailed, err)
	}
	header := e.Response.Header()
	header.Set("Cache-Control", "private, no-store")
	header.Set("Content-Disposition", `attachment; filename="session.ics"`)
	return e.Blob(http.StatusOK, calendarType+"; charset=utf-8; method=PUBLISH", file)
}

// FeedView says whether the caller has a calendar feed.
type FeedView struct {
	IsIssued bool        `json:"isIssued"`
	IssuedAt *httpx.Time `json:"issuedAt"`
	// URL is the address of the feed in the answer that issues it, otherwise "".
	URL string `json:"url"`
}

func (f *feed) view(url string) FeedView {
	at := httpx.TimeOf(f.issuedAt())
	return FeedView{IsIssued: true, IssuedAt: &at, URL: url}
}

// GetFeed is GET /api/calendar-feed.
func (ev *Events) GetFeed() httpx.Endpoint {
	return httpx.Get(func(e *core.RequestEvent) (FeedView, error) {
		f, err := findFeedOfUser(e.App, e.Auth.Id)
		if err != nil {
			return FeedView{}, apperr.Fail(readFailed, database.IgnoreMissing(err))
		}
		return f.view(""), nil
	}, httpx.Doc{Tag: "circle", Summary: "Read whether you have a calendar feed"})
}

// IssueFeed is POST /api/calendar-feed.
func (ev *Events) IssueFeed() httpx.Endpoint {
	return httpx.DoJSON(ev.issueFeed, httpx.Doc{
		Tag: "circle", Summary: "Get the address of your calendar feed",
		Description: "The address is sent only once. A new address replaces the previous one.",
		Status:      http.StatusCreated, Unaudited: "it is the member's own feed",
	})
}

func (ev *Events) issueFeed(e *core.RequestEvent) (FeedView, error) {
	token := keys.Random()
	var f *feed
	err := e.App.RunInTransaction(func(tx core.App) (err error) {
		f, err = findFeedOfUser(tx, e.Auth.Id)
		if errors.Is(err, sql.ErrNoRows) {
			f, err = newFeed(tx, e.Auth.Id)
		}
		if err != nil {
			return err
		}
		f.setToken(keys.Hash(token), ev.now())
		return tx.Save(f)
	})
	if err != nil {
		return FeedView{}, apperr.SaveFailed("issue calendar feed", err)
	}
	return f.view(ev.deps.SiteURL + "/cal/" + token + feedSuffix), nil
}

// DeleteFeed is DELETE /api/calendar-feed.
func (ev *Events) DeleteFeed() httpx.Endpoint {
	return httpx.Do(func(e *core.RequestEvent) error {
		f, err := findFeedOfUser(e.App, e.Auth.Id)
		if err != nil {
			return apperr.Fail(readFailed, database.IgnoreMissing(err))
		}
		return apperr.Fail("The calendar feed could not be deleted. Please try again.", e.App.Delete(f))
	}, httpx.Doc{
		Tag: "circle", Summary: "Delete your calendar feed", Unaudited: "it is the member's own feed",
	})
}

// ServeFeed is GET /cal/{file}. The file is named by the token of a member's feed, with the suffix .ics.
func (ev *Events) ServeFeed() httpx.Endpoint {
	endpoint := httpx.File(ev.serveFeed, []string{calendarType}, httpx.Doc{
		Tag: "circle", Summary: "Read a member's calendar feed",
		Description: "The feed works until the membership ends. It has no names and no meeting addresses.",
		Errors:      []*apperr.Error{errNoFeed},
	})
	endpoint.HasETag = true
	return endpoint
}

func (ev *Events) serveFeed(e *core.RequestEvent) error {
	token, isFile := strings.CutSuffix(e.Request.PathValue("file"), feedSuffix)
	if !isFile {
		return errNoFeed
	}
	f, err := findFeedByHash(e.App, keys.Hash(token))
	if err != nil {
		return apperr.Fail(readFailed, database.IfMissing(err, errNoFeed))
	}
	now := ev.now()
	isMember, err := ev.isMember(e.App, f.userID(), now)
	if err != nil {
		return apperr.Fail(readFailed, err)
	}
	if !isMember {
		return errNoFeed
	}
	entries, err := listEntries(e.App, f.userID(), now.Add(-feedHistory), now.Add(-cancelledTTL))
	if err != nil {
		return apperr.Fail(readFailed, err)
	}
	file, err := ev.calendar(entries)
	if err != nil {
		return apperr.Fail(readFailed, err)
	}
	// Calendars read the feed every few hours, and its address is a secret.
	if err := apis.SkipSuccessActivityLog().Func(e); err != nil {
		return err
	}
	sum := sha256.Sum256(file)
	header := e.Response.Header()
	header.Set("ETag", `"`+hex.EncodeToString(sum[:16])+`"`)
	header.Set("Cache-Control", "private, no-cache")
	header.Set("Content-Type", calendarType+"; charset=utf-8")
	http.ServeContent(e.Response, e.Request, "", time.Time{}, bytes.NewReader(file))
	return nil
}
