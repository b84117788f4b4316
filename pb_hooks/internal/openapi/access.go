package openapi

import (
	"fmt"
	"net/http"
	"slices"
	"strings"

	"boardcircle/pb_hooks/internal/httpx"
)

// errorSchema is PocketBase's error format, which all errors use.
var errorSchema = Schema{
	"type":        "object",
	"description": "An error: its status, one sentence for people, and the fields that it is about.",
	"required":    []string{"status", "message", "data"},
	"properties": Schema{
		"status":  Schema{"type": "integer"},
		"message": Schema{"type": "string"},
		"data": Schema{
			"type": "object",
			"additionalProperties": Schema{
				"type": "object", "required": []string{"code", "message"},
				"properties": Schema{"code": Schema{"type": "string"}, "message": Schema{"type": "string"}},
			},
		},
	},
}

// errorContent returns the body of a route's errors: JSON for the API, a line of text for pages and files.
func errorContent(route httpx.Route) map[string]any {
	if !strings.HasPrefix(route.Path, "/api/") {
		content := map[string]any{"text/plain": map[string]any{}}
		if strings.HasSuffix(route.Path, "/{token}") { // a page explains that the link is wrong
			content["text/html"] = map[string]any{}
		}
		return content
	}
	return map[string]any{jsonMedia: map[string]any{"schema": Schema{"$ref": schemaPrefix + "Error"}}}
}

var securitySchemes = map[string]any{
	SessionCookie: map[string]any{
		"type": "apiKey", "in": "cookie", "name": "__Host-session",
		"description": "The cookie of POST /api/login and POST /api/register; on plain http its name is session.",
	},
	AdminCookie: map[string]any{
		"type": "apiKey", "in": "cookie", "name": "__Host-admin",
		"description": "The cookie of POST /api/admin/login; on plain http its name is admin_session.",
	},
	Token: map[string]any{
		"type":        "apiKey",
		"in":          "header",
		"name":        "Authorization",
		"description": "A PocketBase auth token: that of a superuser, or the value of one of the cookies. It wins over the cookies.",
	},
	RazorpaySignature: map[string]any{
		"type": "apiKey", "in": "header", "name": "X-Razorpay-Signature",
		"description": "The HMAC-SHA256 of the body with the webhook's secret, in hexadecimal.",
	},
	MetricsToken: map[string]any{
		"type":        "http",
		"scheme":      "bearer",
		"description": "METRICS_TOKEN, or a superuser's auth token.",
	},
	BrevoToken: map[string]any{"type": "http", "scheme": "bearer", "description": "BREVO_WEBHOOK_TOKEN."},
}

// security lists the alternative ways to authenticate. An empty entry allows everyone.
func security(route httpx.Route) []any {
	ways := func(names ...string) []any {
		list := []any{}
		for _, name := range names {
			list = append(list, map[string]any{name: []string{}})
		}
		return list
	}
	everybody := []any{map[string]any{}}
	switch route.Access {
	case httpx.PublicOrAdmin:
		return append(everybody, ways(AdminCookie, SessionCookie, Token)...)
	case httpx.User, httpx.Member:
		return ways(SessionCookie, Token)
	case httpx.UserOrAdmin, httpx.Admin:
		return ways(AdminCookie, SessionCookie, Token)
	case httpx.AdminAccount:
		return ways(AdminCookie, Token)
	case httpx.Webhook:
		return ways(route.Endpoint.Scheme)
	}
	return []any{}
}

// errorStatuses returns the statuses of the errors of the layers in front of a handler, and the handler's own.
func errorStatuses(route httpx.Route) []int {
	p := route.Endpoint
	statuses := slices.Clone(p.Statuses)
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

func errorResponse(status int, route httpx.Route, messages []string) map[string]any {
	description := strings.Join(append([]string{errorDescription(status, route)}, messages...), " ")
	response := map[string]any{"description": description, "content": errorContent(route)}
	if status == http.StatusTooManyRequests {
		response["headers"] = map[string]any{"Retry-After": map[string]any{
			"description": "The seconds to wait.", "schema": Schema{"type": "integer"},
		}}
	}
	return response
}

func errorDescription(status int, route httpx.Route) string {
	switch status {
	case http.StatusBadRequest:
		return "Something sent is not valid; data names the fields."
	case http.StatusUnauthorized:
		return "Not signed in."
	case http.StatusForbidden:
		return "Not allowed, or a browser's request from another site."
	case http.StatusNotFound:
		return "Unknown, or not yours."
	case http.StatusConflict:
		return "This collides with what is there already."
	case http.StatusRequestEntityTooLarge:
		return fmt.Sprintf("The body is larger than %d KiB.", route.Body>>10)
	case http.StatusUnsupportedMediaType:
		if route.IsUpload() {
			return "The body is not multipart/form-data."
		}
		return "The body is not application/json."
	case http.StatusTooManyRequests:
		return "Too many requests from this address, or about this account."
	case http.StatusBadGateway:
		return "The provider did not take the request."
	case http.StatusServiceUnavailable:
		return "The provider is down or not configured."
	}
	return http.StatusText(status)
}
