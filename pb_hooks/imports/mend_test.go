package imports_test

import (
	"net/http"
	"strings"
	"testing"

	"boardcircle/pb_hooks/imports"
)

func TestTheExampleIsAFileThatTheReaderTakesWhole(t *testing.T) {
	t.Parallel()
	o := open(t)
	example := o.staff.Get(path + "/example")
	if example.Status != http.StatusOK || example.Header.Get("Content-Disposition") != `attachment; filename="members-example.csv"` {
		t.Fatalf("%d %v", example.Status, example.Header)
	}
	var names []string
	for _, column := range imports.Columns {
		names = append(names, column.Name)
	}
	if head, _, _ := strings.Cut(example.Body, "\r\n"); head != "\ufeff"+strings.Join(names, ",") {
		t.Errorf("the headings are %q", head)
	}
	report := o.staff.Post(check, memberFile(example.Body, false)).JSON
	o.expect("the report", []any{report["rows"], report["new"], report["wrong"], report["ignored"]}, []any{2, 2, 0, []string{}})
	for _, column := range imports.Columns {
		for _, heading := range column.Aliases {
			renamed := strings.Replace(example.Body, column.Name, strings.ToUpper(heading), 1)
			report := o.staff.Post(check, memberFile(renamed, false)).JSON
			o.expect(heading, []any{report["new"], report["ignored"]}, []any{2, []string{}})
		}
	}
}

func TestTheWrongRowsAreAFileToMendAndToImport(t *testing.T) {
	t.Parallel()
	o := open(t)
	content := "Name;E-Mail;Notes;Phone\n" +
		"Asha Rao;asha@example.com;first;\n" +
		"=1+1;bina@example.com;a, b;12\n" +
		"Chitra;chitra@example.com;;;;too far\n" +
		"\"Devi;devi@example.com;;\n"
	wrong := o.staff.Post(path+"/wrong-rows", memberFile(content, false))
	if wrong.Header.Get("Content-Disposition") != `attachment; filename="members-to-mend.csv"` {
		t.Errorf("%v", wrong.Header)
	}
	want := "\ufeffWhat is wrong,Name,E-Mail,Notes,Phone,,\r\n" +
		"Name: Begins like a formula; Phone: Phone number must be at least 10 digits,'=1+1,bina@example.com,\"a, b\",12,,\r\n" +
		"\"The row has 6 values, but there are 4 columns\",Chitra,chitra@example.com,,,,too far\r\n" +
		"A quotation mark is opened and not closed,\"\"\"Devi;devi@example.com;;\",,,,,\r\n"
	if wrong.Status != http.StatusOK || wrong.Body != want {
		t.Errorf("%d %q", wrong.Status, wrong.Body)
	}

	mended := strings.NewReplacer("'=1+1", "Bina", ",12,", ",,").Replace(wrong.Body)
	report := o.staff.Post(check, memberFile(mended, false)).JSON
	o.expect("the report", []any{report["new"], report["wrong"], report["ignored"]}, []any{1, 2, []string{"What is wrong", "Notes"}})
	again := o.staff.Post(path+"/wrong-rows", memberFile(mended, false)).Body
	if head, _, _ := strings.Cut(again, "\r\n"); head != "\ufeffWhat is wrong,Name,E-Mail,Notes,Phone,," {
		t.Errorf("what was wrong before is told again: %q", head)
	}
	refused := o.staff.Post(path+"/wrong-rows", memberFile("x", false))
	o.expect("a file that cannot be read", refused.Status, http.StatusBadRequest)
}
