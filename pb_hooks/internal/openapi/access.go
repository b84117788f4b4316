package openapi

import (
	"fmt"
	"net/http"
	"slices"
	"strings"

	"boardcircle/pb_hooks/internal/httpx"
)

// errorSchema is PocketBase's error format, which all errors use.
var errorSchema = &Schema{
	Type:        "object",
	Description: "An error: its status, one sentence for people, and the fields that it is about.",
	Required:    []string{"status", "message", "data"},
	Properties: map[string]*Schema{
		"status":  {Type: "integer"},
		"message": {Type: "string"},
		"data": {Type: "object", AdditionalProperties: &Schema{
			Type: "object", Required: []string{"code", "message"},
			Properties: map[string]*Schema{"code": {Type: "string"}, "message": {Type: "string"}},
		}},
	},
}

// errorContent returns the body of a route's errors: JSON for the API, a line of text for pages and files. The
// addresses of a session and of a calendar feed are outside of the API, but answer errors in JSON.
func errorContent(route httpx.Route) Content {
	switch {
	case strings.HasPrefix(route.Path, "/api/"), strings.HasPrefix(route.Path, "/events/"),
		strings.HasPrefix(route.Path, "/cal/"):
		return Content{jsonMedia: {&Schema{Ref: schemaPrefix + "Error"}}}
	case strings.HasSuffix(route.Path, "/{token}"): // a page explains that the link is wrong
		return Content{"text/plain": {}, "text/html": {}}
	}
	return Content{"text/plain": {}}
}

var securitySchemes = map[string]SecurityScheme{
	SessionCookie: {
		Type: "apiKey", In: "cookie", Name: "__Host-session",
		Description: "The cookie of POST /api/login and POST /api/register; on plain http its name is session.",
	},
	AdminCookie: {
		Type: "apiKey", In: "cookie", Name: "__Host-admin",
		Description: "The cookie of POST /api/admin/login; on plain http its name is admin_session.",
	},
	Token: {
		Type: "apiKey", In: "header", Name: "Authorization",
		Description: "A PocketBase auth token: that of a superuser, or the value of one of the cookies. It takes " +
			"precedence over the cookies.",
	},
	RazorpaySignature: {
		Type: "apiKey", In: "header", Name: "X-Razorpay-Signature",
		Description: "The HMAC-SHA256 of the body with the webhook's secret, in hexadecimal.",
	},
	MetricsToken: {Type: "http", Scheme: "bearer", Description: "METRICS_TOKEN, or a superuser's auth token."},
	BrevoToken:   {Type: "http", Scheme: "bearer", Description: "BREVO_WEBHOOK_TOKEN."},
}

// security lists the alternative ways to authenticate. An empty entry allows everyone.
func security(route httpx.Route) []map[string][]string {
	var names []string
	switch route.Access {
	case httpx.User, httpx.Member:
		names = []string{SessionCookie, Token}
	case httpx.PublicOrAdmin, httpx.UserOrAdmin, httpx.Admin:
		names = []string{AdminCookie, SessionCookie, Token}
	case httpx.AdminAccount:
		names = []string{AdminCookie, Token}
	case httpx.Webhook:
		names = []string{route.Endpoint.Scheme}
	}
	ways := []map[string][]string{}
	if route.Access == httpx.PublicOrAdmin {
		ways = append(ways, map[string][]string{})
	}
	for _, name := range names {
		ways = append(ways, map[string][]string{name: {}})
	}
	return ways
}

// errorStatuses returns the statuses of the errors of the layers in front of a handler, and the handler's own.
func errorStatuses(route httpx.Route) []int {
	p := route.Endpoint
	statuses := slices.Clone(p.Statuses)
	if p.IsVersioned {
		statuses = append(statuses, http.StatusConflict)
	}
	if route.TakesKey() {
		statuses = append(statuses, http.StatusBadRequest, http.StatusConflict)
	}
	for _, err := range p.Errors {
		statuses = append(statuses, err.Status)
	}
	asksForPassword, _ := route.AsksForPassword()
	if p.Request != nil || p.FilePart != "" || p.IsList || len(p.Query) > 0 || asksForPassword {
		statuses = append(statuses, http.StatusBadRequest)
	}
	switch route.Access {
	case httpx.User, httpx.Member, httpx.UserOrAdmin, httpx.Admin, httpx.AdminAccount:
		statuses = append(statuses, http.StatusUnauthorized, http.StatusForbidden)
	}
	if route.Method != http.MethodGet && route.Access != httpx.Link { // refused if sent from another site
		statuses = append(statuses, http.StatusForbidden)
	}
	if strings.Contains(route.Path, "{") {
		statuses = append(statuses, http.StatusNotFound)
	}
	if route.Body > 0 {
		statuses = append(statuses, http.StatusRequestEntityTooLarge)
		if route.Access != httpx.Webhook && route.Access != httpx.Link {
			statuses = append(statuses, http.StatusUnsupportedMediaType)
		}
	}
	if route.Rate != httpx.Unlimited {
		statuses = append(statuses, http.StatusTooManyRequests)
	}
	return statuses
}

func errorResponse(status int, route httpx.Route, messages []string) Response {
	description := strings.Join(append([]string{errorDescription(status, route)}, messages...), " ")
	response := Response{Description: description, Content: errorContent(route)}
	if status == http.StatusTooManyRequests {
		response.Headers = map[string]Header{"Retry-After": {
			Description: "The seconds to wait.", Schema: &Schema{Type: "integer"},
		}}
	}
	return response
}

func errorDescription(status int, route httpx.Route) string {
	switch status {
	case http.StatusBadRequest:
		return "A value is missing or invalid. data names the fields."
	case http.StatusUnauthorized:
		return "The caller is not signed in."
	case http.StatusForbidden:
		return "The caller may not do this, or a browser sent the request from another site."
	case http.StatusNotFound:
		return "The record does not exist, or it belongs to someone else."
	case http.StatusConflict:
		return "The request conflicts with the current state."
	case http.StatusRequestEntityTooLarge:
		return fmt.Sprintf("The body is larger than %d KiB.", route.Body>>10)
	case http.StatusUnsupportedMediaType:
		if route.IsUpload() {
			return "The body is not multipart/form-data."
		}
		return "The body is not application/json."
	case http.StatusTooManyRequests:
		return "Too many requests from this network, or about this account."
	case http.StatusBadGateway:
		return "The provider did not accept the request."
	case http.StatusServiceUnavailable:
		return "The provider is unavailable or not configured."
	}
	return http.StatusText(status)
}
