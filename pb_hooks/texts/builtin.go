package texts

import (
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"boardcircle/pb_hooks/tiers"
)

//go:embed builtin/*.json
var builtInFiles embed.FS

// Kind is the kind of a text.
type Kind string

// The kinds.
const (
	// Plain is a text without markup, on one line.
	Plain Kind = "plain"
	// Rich is Markdown with paragraphs, bold words, links and lists.
	Rich Kind = "rich"
	// Picture is the address of a picture with its description.
	Picture Kind = "image"
	// List is a list of items. Its value is the order of the items.
	List Kind = "list"
	// Screen is the screen of the circle that a promise leads to, or "" for none.
	Screen Kind = "screen"
	// Switch says whether a section is shown: "true" or "false".
	Switch Kind = "switch"

	// group is an object of a file, which has no value.
	group Kind = ""
)

// Values returns all kinds.
func (Kind) Values() []string {
	return []string{string(Plain), string(Rich), string(Picture), string(List), string(Screen),
		string(Switch)}
}

// isShared reports whether the value is the same in all languages.
func (k Kind) isShared() bool { return k == List || k == Screen || k == Switch }

// isScreen reports whether a value of a Screen is valid.
func isScreen(value string) bool {
	return value == "" || slices.Contains(tiers.Screen("").Values(), value)
}

// node is a part of a page: a text, a list, or a group of them.
//
//	"text"                       Plain
//	{"markdown": "text"}         Rich
//	{"image": "", "alt": ""}     Picture
//	{"screen": "mentors"}        Screen
//	true                         Switch
//	[{"id": "slug", ...}, ...]   List; each item is a group
//	{"name": ..., ...}           group
type node struct {
	kind Kind
	// value is the built-in value as it is stored: a text, Markdown, or the JSON of a Picture or a List.
	value string
	// children are the parts of a group or the items of a list.
	children []child
	// template is the group of an item that an editor adds to a list, with empty texts.
	template *node
}

type child struct {
	name string
	node *node
}

// hasBuiltIn reports whether a list has a built-in item with an id.
func (n *node) hasBuiltIn(id string) bool {
	return slices.ContainsFunc(n.children, func(c child) bool { return c.name == id })
}

// child returns the part with a name. A list has a child for each possible id, because editors add items.
func (n *node) child(name string) *node {
	if i := slices.IndexFunc(n.children, func(c child) bool { return c.name == name }); i >= 0 {
		return n.children[i].node
	}
	if n.kind == List && idPattern.MatchString(name) {
		return n.template
	}
	return nil
}

// find returns the text at a path, or nil. A nil node has no texts.
func (n *node) find(path string) *node {
	for name := range strings.SplitSeq(path, ".") {
		if n == nil {
			return nil
		}
		n = n.child(name)
	}
	return n
}

var (
	// namePattern also allows the options of the forms, such as "10+" and "real-estate".
	namePattern = regexp.MustCompile(`^[a-z0-9][a-zA-Z0-9+-]*$`)
	// idPattern is the pattern of the ids of items.
	idPattern = regexp.MustCompile(`^[a-z0-9][a-z0-9-]{0,39}$`)
)

// catalogue has the built-in texts of all pages.
type catalogue map[Page]map[Language]*node

// loadCatalogue reads the files builtin/{page}.{language}.json. Each page has a file in English.
func loadCatalogue(files fs.FS) (catalogue, error) {
	all := catalogue{}
	names, err := fs.Glob(files, "builtin/*.json")
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		page, language, _ := strings.Cut(strings.TrimSuffix(strings.TrimPrefix(name, "builtin/"), ".json"), ".")
		if !slices.Contains(Language("").Values(), language) {
			return nil, fmt.Errorf("%s: the language %q is unknown", name, language)
		}
		content, err := fs.ReadFile(files, name)
		if err != nil {
			return nil, err
		}
		decoder := json.NewDecoder(bytes.NewReader(content))
		tree, err := decodeNode(decoder)
		if err == nil && tree.kind != group {
			err = fmt.Errorf("the file is not an object")
		}
		if err != nil {
			return nil, fmt.Errorf("%s at byte %d: %w", name, decoder.InputOffset(), err)
		}
		if all[Page(page)] == nil {
			all[Page(page)] = map[Language]*node{}
		}
		all[Page(page)][Language(language)] = tree
	}
	for page, languages := range all {
		if languages[English] == nil {
			return nil, fmt.Errorf("the page %s has no file in English", page)
		}
	}
	return all, nil
}

// decodeNode decodes one JSON value and keeps the order of its parts.
func decodeNode(decoder *json.Decoder) (*node, error) {
	token, err := decoder.Token()
	if err != nil {
		return nil, err
	}
	switch token {
	case json.Delim('{'):
		return decodeObject(decoder)
	case json.Delim('['):
		return decodeList(decoder)
	}
	if isOn, isSwitch := token.(bool); isSwitch {
		return &node{kind: Switch, value: strconv.FormatBool(isOn)}, nil
	}
	text, isText := token.(string)
	if !isText {
		return nil, fmt.Errorf("%v is not a text", token)
	}
	return &node{kind: Plain, value: text}, nil
}

func decodeObject(decoder *json.Decoder) (*node, error) {
	n := &node{}
	for decoder.More() {
		name, err := decoder.Token()
		if err != nil {
			return nil, err
		}
		part, err := decodeNode(decoder)
		if err != nil {
			return nil, err
		}
		if !namePattern.MatchString(name.(string)) {
			return nil, fmt.Errorf("%q is not a valid name of a text", name)
		}
		n.children = append(n.children, child{name.(string), part})
	}
	if _, err := decoder.Token(); err != nil {
		return nil, err
	}
	switch {
	case n.hasTexts("markdown"):
		return &node{kind: Rich, value: n.child("markdown").value}, nil
	case n.hasTexts("image", "alt"):
		return &node{kind: Picture, value: encode(Image{n.child("image").value, n.child("alt").value})}, nil
	case n.hasTexts("screen"):
		screen := n.child("screen").value
		if !isScreen(screen) {
			return nil, fmt.Errorf("there is no screen %q", screen)
		}
		return &node{kind: Screen, value: screen}, nil
	}
	return n, nil
}

// hasTexts reports whether a group has exactly these plain texts.
func (n *node) hasTexts(names ...string) bool {
	for _, name := range names {
		if part := n.child(name); part == nil || part.kind != Plain {
			return false
		}
	}
	return len(n.children) == len(names)
}

func decodeList(decoder *json.Decoder) (*node, error) {
	n := &node{kind: List}
	order := []Item{}
	for decoder.More() {
		item, err := decodeNode(decoder)
		if err != nil {
			return nil, err
		}
		i := slices.IndexFunc(item.children, func(c child) bool { return c.name == "id" })
		if i < 0 {
			return nil, fmt.Errorf("an item has no id")
		}
		id := item.children[i].node.value
		item.children = slices.Delete(item.children, i, i+1)
		if n.template == nil {
			n.template = item.emptied()
		}
		if id == "" { // an empty list has only a template
			continue
		}
		if !idPattern.MatchString(id) || slices.ContainsFunc(order, func(other Item) bool { return other.ID == id }) {
			return nil, fmt.Errorf("the id %q of an item is invalid or occurs twice", id)
		}
		order = append(order, Item{ID: id})
		n.children = append(n.children, child{id, item})
	}
	if n.template == nil {
		return nil, fmt.Errorf("a list without items needs one with an empty id, as a template")
	}
	n.value = encode(order)
	_, err := decoder.Token()
	return n, err
}

// isEmpty reports whether a text has no words.
func (n *node) isEmpty() bool {
	return n.value == "" || n.kind == Picture && imageOf(n.value).Alt == ""
}

// emptied returns a copy with empty texts and empty lists.
func (n *node) emptied() *node {
	empty := &node{kind: n.kind, template: n.template}
	switch n.kind {
	case Picture:
		empty.value = encode(Image{})
	case List:
		empty.value = encode([]Item{})
	case Switch:
		empty.value = n.value
	case group:
		for _, c := range n.children {
			empty.children = append(empty.children, child{c.name, c.node.emptied()})
		}
	}
	return empty
}

// encode returns a value as JSON, as it is stored.
func encode(value any) string {
	text, err := json.Marshal(value)
	if err != nil {
		panic(err) // the values are structs of texts
	}
	return string(text)
}
