package settings

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/modules"
	"boardcircle/pb_hooks/internal/rules"
)

// ReadModules returns the modules that are on. Within a transaction it returns the transaction's own changes.
func ReadModules(app core.App) (modules.Set, error) {
	s, err := Read(app)
	if err != nil {
		return nil, err
	}
	return s.Modules()
}

// Modules returns the modules that are on.
func (s Settings) Modules() (modules.Set, error) {
	return parseModules(s.modulesOn)
}

// parseModules parses a list of modules. It returns none for "" and "null".
func parseModules(text string) (modules.Set, error) {
	if text == "" || text == "null" {
		return modules.NewSet(), nil
	}
	var ids []modules.ID
	if err := json.Unmarshal([]byte(text), &ids); err != nil {
		return nil, fmt.Errorf("read the modules that are on: %w", err)
	}
	return modules.NewSet(ids...), nil
}

// Module is a module in JSON.
type Module struct {
	ID       modules.ID `json:"id"`
	Name     string     `json:"name"`
	Sentence string     `json:"sentence"`
	IsOn     bool       `json:"isOn"`
	// IsOfCircle reports whether it belongs to the members' circle. The other modules are for the office.
	IsOfCircle bool `json:"isOfCircle"`
	// IsProposed reports whether the setup checklist proposes it.
	IsProposed bool `json:"isProposed"`
	// Needs are the modules without which it cannot be on, and NeededBy those that cannot be on without it.
	Needs    []modules.ID `json:"needs"`
	NeededBy []modules.ID `json:"neededBy"`
	// Routes are the admin routes that it adds, such as "GET /api/admin/polls". The console's screens name them.
	Routes []string `json:"routes"`
	// Emails are the subjects of the emails that are sent only while it is on.
	Emails []string `json:"emails"`
}

// ModuleParts returns what the program has for a module: its admin routes, and the subjects of its emails.
type ModuleParts func(id modules.ID) (routes, emails []string)

var errModuleNotFound = apperr.NotFound("module-not-found", "There is no such module.")

// ListModules is GET /api/admin/modules.
func (c *Console) ListModules() httpx.Endpoint {
	return httpx.Get(c.listModules, httpx.Doc{Tag: "settings", Summary: "List the modules that can be switched off"})
}

func (c *Console) listModules(e *core.RequestEvent) ([]Module, error) {
	on, err := ReadModules(e.App)
	if err != nil {
		return nil, apperr.Fail("The modules could not be read.", err)
	}
	list := []Module{}
	for _, m := range modules.All {
		row := Module{ID: m.ID, Name: m.Name, Sentence: m.Sentence, IsOn: on[m.ID], IsOfCircle: m.IsOfCircle,
			IsProposed: m.IsProposed, Needs: []modules.ID{}, NeededBy: []modules.ID{}}
		row.Needs = append(row.Needs, m.Needs...)
		for _, other := range modules.All {
			if slices.Contains(other.Needs, m.ID) {
				row.NeededBy = append(row.NeededBy, other.ID)
			}
		}
		row.Routes, row.Emails = c.partsOf(m.ID)
		list = append(list, row)
	}
	return list, nil
}

// ModuleForm switches a module on or off.
type ModuleForm struct {
	_    struct{} `wire:"-"`
	IsOn bool     `json:"isOn"`
}

// Rules returns the rules of the form.
func (ModuleForm) Rules() rules.Form { return moduleRules }

var moduleRules = rules.Form{{Name: "isOn", Label: "On", Kind: rules.Flag, Required: true}}

// SwitchModule is PUT /api/admin/modules/{id}.
func (c *Console) SwitchModule() httpx.Endpoint {
	return httpx.JSON(c.switchModule, httpx.Doc{
		Tag: "settings", Summary: "Switch a module on or off",
		Description: "A module that is off keeps its data. Its routes answer 404, and it sends no emails.",
		Errors:      []*apperr.Error{errModuleNotFound},
		Example:     map[string]any{"isOn": false},
	})
}

func (c *Console) switchModule(e *core.RequestEvent, form ModuleForm) ([]Module, error) {
	m, isKnown := modules.Find(modules.ID(e.Request.PathValue("id")))
	if !isKnown {
		return nil, errModuleNotFound
	}
	action := "module.switched-on"
	if !form.IsOn {
		action = "module.switched-off"
	}
	return c.changeModules(e, action, func(on modules.Set) modules.Set {
		on[m.ID] = form.IsOn
		return on
	})
}

// ChoiceForm is the body of PUT /api/admin/modules.
type ChoiceForm struct {
	_ struct{} `wire:"-"`
	// Modules are the modules that are on. All others are off.
	Modules []modules.ID `json:"modules"`
}

// Rules returns the rules of the form.
func (ChoiceForm) Rules() rules.Form { return choiceRules }

var choiceRules = rules.Form{
	{Name: "modules", Label: "Modules", Kind: rules.Choices, Options: modules.ID("").Values(), IsStated: true},
}

// ChooseModules is PUT /api/admin/modules.
func (c *Console) ChooseModules() httpx.Endpoint {
	return httpx.JSON(c.chooseModules, httpx.Doc{
		Tag: "settings", Summary: "Choose the modules that are on",
		Description: "Switches on the modules of the list and switches off all others. This also completes the task of " +
			"the setup checklist, even if the list is empty.",
		Example: map[string]any{"modules": []string{"sessions", "directory", "library"}},
	})
}

func (c *Console) chooseModules(e *core.RequestEvent, form ChoiceForm) ([]Module, error) {
	return c.changeModules(e, "modules.chosen", func(modules.Set) modules.Set { return modules.NewSet(form.Modules...) })
}

// changeModules replaces the modules that are on, records the action in the audit log and lists all modules.
func (c *Console) changeModules(e *core.RequestEvent, action string,
	change func(on modules.Set) modules.Set) ([]Module, error) {
	err := e.App.RunInTransaction(func(tx core.App) error {
		r, err := findOrNew(tx)
		if err != nil {
			return err
		}
		on, err := r.modulesOn()
		if err != nil {
			return err
		}
		on = change(on)
		if err := checkNeeds(on); err != nil {
			return err
		}
		r.setModulesOn(on)
		return c.audit.Save(tx, audit.RequestActor(e), action, r.Record)
	})
	if err != nil {
		return nil, apperr.Fail("The modules could not be changed. Please try again.", err)
	}
	return c.listModules(e)
}

// checkNeeds refuses modules that are on without those they need.
func checkNeeds(on modules.Set) error {
	for _, id := range on.IDs() {
		m, _ := modules.Find(id)
		for _, needed := range m.Needs {
			if other, _ := modules.Find(needed); !on[needed] {
				return apperr.Conflict("module-needs-another", m.Name+" needs "+other.Name+
					". Please switch both on, or both off.")
			}
		}
	}
	return nil
}
