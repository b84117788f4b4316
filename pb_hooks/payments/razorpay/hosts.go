package razorpay

// LinkHosts are the hosts of Razorpay's payment links and payment pages. A buyer pays nowhere else.
var LinkHosts = []string{"rzp.io", "razorpay.me", "pages.razorpay.com", "payments.razorpay.com"}
